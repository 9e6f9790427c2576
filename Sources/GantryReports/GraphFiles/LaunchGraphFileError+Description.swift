// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

extension LaunchGraphFileError: CustomStringConvertible {
  /// The problems, their places, and how to fix them; a line each.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason):
      "\(file): cannot be read: \(reason). Correct the path."
    case .malformed(let file, let line, let column, let reason):
      "\(file):\(line):\(column): not JSON: \(reason)."
    case .invalid(let file, let problems):
      problems.map { "\(file):\($0)" }.joined(separator: "\n")
    }
  }
}

extension LaunchGraphFileError.Problem: CustomStringConvertible {
  /// Line, column and key path, the problem there, and how to fix it.
  public var description: String {
    "\(line):\(column): \(keyPath.isEmpty ? "" : "\(keyPath): ")\(kind.sentence)"
  }
}

extension LaunchGraphFileError.Problem.Kind {
  fileprivate var sentence: String {
    switch self {
    case .wrongValue(let expected, let found, let near):
      "expected \(expected), found \(found).\(Wording.near(near))"
    case .missingKey(let expected): "missing. Write \(expected)."
    case .unknownKey(let near): "unknown key.\(Wording.near(near))"
    case .duplicate(let name, let first): "\(name) is already at \(first). Rename or remove one."
    }
  }
}
