// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Brings the imports of generated code into the order that `swift format` asks for.
///
/// Templates need not order them: their order depends on the module's name.
enum SwiftImports {
  /// The text with each run of imports sorted by module.
  static func sorted(in text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var start = 0
    while start < lines.count {
      let run = lines[start...].prefix { name(in: $0) != nil }
      lines.replaceSubrange(
        run.indices, with: run.sorted { (name(in: $0) ?? "") < (name(in: $1) ?? "") })
      start = run.endIndex + 1
    }
    return lines.joined(separator: "\n")
  }

  /// The module that a line imports; nil when it isn't a plain import.
  private static func name(in line: Substring) -> Substring? {
    line.wholeMatch(of: /(?:(?:public|package|internal|private) )?import ([\w.]+)\s*/)?.1
  }
}
