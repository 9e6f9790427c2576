// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The work that holds the main actor: a handler, or work that its callers enter under a name.
package struct LaneHolder: Hashable, Sendable {
  /// The kind of work: `handler`, `task` or `page`.
  package let kind: String
  /// The module that it belongs to; nil when no module is known.
  package let module: ModuleName?
  /// Its name: the handler's, the task's, or that of a page with its phase.
  package let name: String
  /// The event that a handler hears; nil for all other work.
  package let event: String?
  /// `file:line`; nil when unknown.
  package let declaredAt: String?

  package init(
    kind: String, module: ModuleName? = nil, name: String, event: String? = nil,
    declaredAt: String? = nil
  ) {
    self.kind = kind
    self.module = module
    self.name = name
    self.event = event
    self.declaredAt = declaredAt
  }
}

/// A type and a part of it, which tell a holder without its name.
package struct LaneKey: Hashable, Sendable {
  private let type: ObjectIdentifier
  private let part: Int

  package init(_ type: ObjectIdentifier, _ part: Int) {
    self.type = type
    self.part = part
  }
}
