// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The key under which handlers are found: the event's type, and the name of a named event.
struct EventKey: Hashable, Sendable {
  let type: ObjectIdentifier
  let name: String?

  init(_ type: Any.Type, name: String? = nil) {
    self.type = ObjectIdentifier(type)
    self.name = name
  }

  /// The key of all named events, independent of their names.
  static let anyNamed = EventKey(NamedEvent.self)

  /// The other key under which handlers of this event may be found.
  var wider: EventKey? { name == nil ? nil : .anyNamed }
}
