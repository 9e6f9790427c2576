// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The limit of a figure. A program that measures fails if a figure misses its aim by more than a
/// tenth: less than that is the noise of a machine.
package struct Aim: Sendable {
  private let value: Double
  private let isLeast: Bool

  /// The figure should be at most this.
  package init(atMost value: Double) { (self.value, isLeast) = (value, false) }

  /// The figure should be at least this.
  package init(atLeast value: Double) { (self.value, isLeast) = (value, true) }

  /// Whether a figure is at most, or at least, the value.
  package func isMet(by figure: Double) -> Bool { isLeast ? figure >= value : figure <= value }

  /// Whether a figure misses the value by more than a tenth of it.
  package func isBroken(by figure: Double) -> Bool {
    // Nothing is within a tenth of a figure that isn't a number.
    !(isLeast ? figure >= value * 0.9 : figure <= value * 1.1)
  }

  /// Says whether a figure meets it: `aim 1.2 ns: met`.
  package func verdict(on figure: Double, _ unit: String = "") -> String {
    // An aim is a figure that somebody chose: as it is, not rounded.
    let text = Int(exactly: value).map(String.init) ?? String(value)
    let verdict = isMet(by: figure) ? "met" : isBroken(by: figure) ? "BROKEN" : "missed"
    return "aim \(isLeast ? "at least " : "")\(text)\(unit.isEmpty ? "" : " " + unit): \(verdict)"
  }
}

extension Figures {
  /// Ends the program with a failure if an aim was missed by more than a tenth.
  ///
  /// - Parameter names: The figures that missed theirs so far.
  package static func finish(broken names: [String]) {
    guard !names.isEmpty else { return }
    let line = "missed by more than a tenth of the aim: \(names.joined(separator: ", "))\n"
    FileHandle.standardError.write(Data(line.utf8))
    exit(1)
  }
}
