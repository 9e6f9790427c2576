// SPDX-License-Identifier: Apache-2.0

internal import Gantry

extension ManifestDiff {
  private typealias Offer = (module: String, service: AppManifest.Service)

  /// Compares services by type, with the modules that inject them.
  mutating func compareServices() {
    let before = Self.offers(of: old.manifest)
    let after = Self.offers(of: new.manifest)
    for type in Set(before.keys).union(after.keys).sorted() {
      compare(type, before[type] ?? [], after[type] ?? [])
    }
    compareInjections(known: Set(after.keys))
  }

  private static func offers(of manifest: AppManifest) -> [String: [Offer]] {
    Dictionary(
      grouping: manifest.modules.flatMap { entry in
        entry.provides.map { (entry.name.rawValue, $0) }
      }, by: \.1.type)
  }

  private mutating func compare(_ type: String, _ before: [Offer], _ after: [Offer]) {
    let name = type.withoutSwiftModules
    let modules = Set(after.map(\.module))
    let known = Dictionary(
      before.map { ($0.module, $0.service) }, uniquingKeysWith: { first, _ in first })
    for (module, service) in before where !modules.contains(module) {
      if after.isEmpty {
        add(
          .breaks, in: module, .service, name, "is gone: no module provides it",
          at: service.declaredAt, concerning: injecting(type))
      } else {
        let others = after.map(\.module).joined(separator: ", ")
        add(
          .changes, in: module, .service, name, "is provided by \(others) only",
          at: service.declaredAt, concerning: injecting(type))
      }
    }
    for (module, service) in after {
      guard let previous = known[module] else {
        let words = service.isFallback == true ? "is provided, as a fallback" : "is provided"
        add(
          before.isEmpty ? .adds : .changes, in: module, .service, name, words,
          at: service.declaredAt, concerning: before.isEmpty ? [] : injecting(type))
        continue
      }
      compare(previous, service, name, module)
    }
  }

  private mutating func compare(
    _ before: AppManifest.Service, _ after: AppManifest.Service, _ name: String, _ module: String
  ) {
    if before.scope != after.scope, let old = before.scope, let new = after.scope {
      add(
        .breaks, in: module, .service, name,
        "had the scope \(old.rawValue) and has \(new.rawValue)", at: after.declaredAt,
        concerning: injecting(after.type))
    }
    guard before.isFallback != after.isFallback else { return }
    add(
      .changes, in: module, .service, name,
      after.isFallback == true
        ? "is a fallback for other providers now" : "isn't a fallback any more",
      at: after.declaredAt, concerning: injecting(after.type))
  }

  /// Returns the modules that inject a service now, or did before.
  private func injecting(_ type: String) -> [ManifestChange.Concern] {
    func concerns(in graph: AppGraph, _ reason: (String) -> String) -> [ManifestChange.Concern] {
      (graph.index.injectors[type] ?? []).map { module, kind in
        .init(
          module: module,
          reason: reason(kind == .required ? "" : " (\(kind?.rawValue ?? "?"))"))
      }
    }
    return concerns(in: new) { "injects it\($0)" }
      + concerns(in: old) { "injected it\($0)" }.filter { new.index.entries[$0.module] != nil }
  }

  private mutating func compareInjections(known: Set<String>) {
    let before = old.index.entries
    for entry in new.manifest.modules {
      let module = entry.name.rawValue
      let previous = before[module]?.injects ?? []
      for request in entry.injects {
        let name = request.type.withoutSwiftModules
        guard let last = previous.first(where: { $0.type == request.type }) else {
          let isProvided = known.contains(request.type) || request.kind != .required
          // A new module's requirements are reported only if they aren't met.
          guard before[module] != nil || !isProvided else { continue }
          let provider = isProvided ? "" : ", which no module provides: the app has to"
          add(
            .changes, in: module, .injection, name,
            "is injected\(request.manner)\(provider)", at: request.declaredAt)
          continue
        }
        if last.kind != request.kind {
          add(
            .changes, in: module, .injection, name,
            "was injected\(last.manner) and is injected\(request.manner)", at: request.declaredAt)
        }
      }
      for request in previous where !entry.injects.contains(where: { $0.type == request.type }) {
        add(
          .changes, in: module, .injection, request.type.withoutSwiftModules,
          "is no longer injected", at: request.declaredAt)
      }
    }
  }
}

extension AppManifest.Service {
  /// The form of the injection, after a space.
  fileprivate var manner: String {
    switch kind {
    case .required, nil: " as a requirement"
    case .optional: " if there is one"
    case .all: " with all of its type"
    case .lazy: " when it is used"
    }
  }
}
