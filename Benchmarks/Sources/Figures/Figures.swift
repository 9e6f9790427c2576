// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The file of figures that all benchmarks share.
package enum Figures {
  /// One figure of the file.
  package struct Entry: Codable {
    /// The benchmark's name.
    package let name: String
    /// The median.
    package let value: Double
    /// The unit of the value and of the peers' values.
    package let unit: String
    /// The same for each peer, by name.
    package let peers: [String: Double]

    package init(name: String, value: Double, unit: String, peers: [String: Double]) {
      self.name = name
      self.value = value
      self.unit = unit
      self.peers = peers
    }
  }

  /// Adds a figure; those of other names stay.
  package static func add(_ entry: Entry, to path: String) throws { try add([entry], to: path) }

  /// Adds figures; those of other names stay.
  package static func add(_ entries: [Entry], to path: String) throws {
    let url = URL(fileURLWithPath: path)
    let old = (try? JSONDecoder().decode([Entry].self, from: Data(contentsOf: url))) ?? []
    let names = Set(entries.map(\.name))
    let all = old.filter { !names.contains($0.name) } + entries
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(all.sorted { $0.name < $1.name }).write(to: url)
  }
}
