// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The systems on which a declaration exists, from its `@available` attributes.
///
/// Attributes that deprecate, and those for a version of Swift, say nothing about systems.
struct Availability {
  /// The attributes that name systems, a line each, as a declaration of an expansion repeats them.
  private(set) var attributes = ""
  /// The conditions of an `if` around code that needs the declaration; empty if there are none.
  private(set) var conditions: [String] = []
  /// The oldest version of each platform.
  private var versions: [String: [Int]] = [:]

  init(_ attributes: [AttributeSyntax]) {
    for attribute in attributes where attribute.baseName == "available" {
      let systems = Self.systems(of: attribute)
      guard !systems.isEmpty else { continue }
      self.attributes += "\(attribute.trimmed)\n"
      let list = systems.map { "\($0.platform) \($0.version)" }.joined(separator: ", ")
      conditions.append("#available(\(list), *)")
      for (name, version) in systems {
        let platform = name == "OSX" ? "macOS" : name
        let numbers = version.split(separator: ".").compactMap { Int($0) }
        let known = versions[platform, default: []]
        versions[platform] = known.lexicographicallyPrecedes(numbers) ? numbers : known
      }
    }
  }

  /// The versions as an argument of `MacroSupport.store`, with a comma before it; empty if there are
  /// none.
  var argument: String {
    let items = versions.sorted { $0.key < $1.key }.map { "\($0.key.quoted): \($0.value)" }
    return items.isEmpty ? "" : ", from: [\(items.joined(separator: ", "))]"
  }

  /// Returns a statement inside an `if` that checks the system.
  func guarding(_ statement: String) -> String {
    conditions.isEmpty ? statement : "if \(conditions.joined(separator: ", ")) { \(statement) }"
  }

  /// The platforms of an attribute in either form, with the versions that introduce the declaration.
  private static func systems(
    of attribute: AttributeSyntax
  ) -> [(platform: String, version: String)] {
    guard case .availability(let list) = attribute.arguments else { return [] }
    var systems: [(platform: String, version: String)] = []
    var named = ""
    for element in list {
      switch element.argument {
      case .token(let token): named = token.text
      case .availabilityVersionRestriction(let restriction):
        guard let version = restriction.version else { continue }
        systems.append((restriction.platform.text, version.trimmedDescription))
      case .availabilityLabeledArgument(let argument):
        guard argument.label.text == "introduced", case .version(let version) = argument.value
        else { continue }
        systems.append((named, version.trimmedDescription))
      }
    }
    return systems.filter { !["", "*", "swift", "_PackageDescription"].contains($0.platform) }
  }
}

extension SyntaxProtocol {
  /// The systems on which a declaration exists.
  var availability: Availability {
    Availability(asProtocol((any WithAttributesSyntax).self)?.attributes.plain ?? [])
  }
}
