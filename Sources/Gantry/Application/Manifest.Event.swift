// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension Manifest {
  /// An event that somebody hears, and what it carries.
  public struct Event: Sendable, Codable, Equatable {
    /// The event's type name, as handlers give it.
    public let name: String
    /// The type's name with its Swift module.
    public let type: String
    /// Its stored properties in source order, private ones too; nil where they cannot be told: of
    /// what is no struct, and on Apple's platforms.
    public let fields: [Field]?
  }

  /// A stored property of an event.
  public struct Field: Sendable, Codable, Equatable {
    /// The property's name.
    public let name: String
    /// The name of its type with the Swift module.
    public let type: String
  }

  /// The events that manifests have handlers for, each once, sorted by type.
  static func events(of manifests: [ModuleManifest]) -> [Event] {
    var found: [String: Event] = [:]
    for handler in manifests.lazy.flatMap(\.handlers) {
      guard let type = handler.declaration.type else { continue }
      let name = String(reflecting: type)
      guard found[name] == nil else { continue }
      found[name] = Event(name: handler.event, type: name, fields: StoredFields.of(type))
    }
    return found.values.sorted { $0.type < $1.type }
  }
}
