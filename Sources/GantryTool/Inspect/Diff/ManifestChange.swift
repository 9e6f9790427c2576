// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A difference between two manifests of an app.
struct ManifestChange: Hashable, Encodable {
  /// The effect of a difference on the rest of the app, the worst first.
  enum Effect: String, Hashable, Encodable, CaseIterable {
    /// Something that others may use is gone, or is different.
    case breaks
    /// Something is different, and no other module has to change for it.
    case changes
    /// Something is there that was not.
    case adds
    /// Something is gone that no other module uses.
    case removes
  }

  /// The kind of thing that is different.
  enum Subject: String, Hashable, Encodable {
    case module, function, task, route, service, injection, event, handler, value, record, fault
  }

  /// A module that has to do with it, and how.
  struct Concern: Hashable, Encodable {
    let module: String
    let reason: String
  }

  /// The module that declares it; of an event, the target of its type.
  let module: String
  let effect: Effect
  let subject: Subject
  let name: String
  /// The difference, as the rest of a sentence that begins with the name.
  let what: String
  /// Where it is declared, in the newer manifest if it is there.
  let declaredAt: String?
  let concerns: [Concern]

  init(
    _ effect: Effect, in module: String, _ subject: Subject, _ name: String, _ what: String,
    at declaredAt: String? = nil, concerning concerns: [Concern] = []
  ) {
    self.module = module
    self.effect = effect
    self.subject = subject
    self.name = name
    self.what = what
    self.declaredAt = declaredAt
    var seen: Set<String> = [module]
    self.concerns = concerns.filter { seen.insert($0.module).inserted }
      .sorted { $0.module < $1.module }
  }
}
