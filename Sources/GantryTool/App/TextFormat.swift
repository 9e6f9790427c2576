// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import Foundation

/// Whether an output is for people or for programs.
enum TextFormat: String, CaseIterable, ExpressibleByArgument {
  /// For people.
  case text
  /// For programs: a JSON object with a schema version.
  case json
}

/// JSON as the tool writes it.
enum ToolJSON {
  /// The value with sorted keys and line breaks: equal values give equal text.
  static func text(of value: some Encodable) throws(ToolFailure) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw ToolFailure("The result cannot be written as JSON: \(error).", .faults)
    }
  }
}
