// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation

/// The file of figures that all benchmarks share.
enum Figures {
  /// One figure of the file.
  struct Entry: Codable {
    let name: String
    let value: Double
    let unit: String
    let peers: [String: Double]
  }

  /// Adds a figure; those of other names stay.
  static func add(_ entry: Entry, to path: String) throws {
    let url = URL(fileURLWithPath: path)
    let old = (try? JSONDecoder().decode([Entry].self, from: Data(contentsOf: url))) ?? []
    let all = old.filter { $0.name != entry.name } + [entry]
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(all.sorted { $0.name < $1.name }).write(to: url)
  }
}
