// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import TestRounds
import Testing

@testable import GantryTool

/// Apps with very many modules: a linear search for each of them would take minutes.
@Suite struct GrowthTests {
  private static let count = rounds(40_000)

  /// Modules in a ring of services: each injects the next one's, hears an event and has its own
  /// route. All provide one type.
  private func manifest() throws -> AppManifest {
    let samples: [ModuleManifest] = [
      .sample("M0", ModuleOptions(after: "NEXT")) { module in
        module.offers((any StorageService).self, Memory())
        module.inject((any AccountService).self, fileID: "M0/M0.swift", line: 3)
        module.task("open")
        module.offers((any OrderHistory).self, Memory(), line: 21)
        module.on(SignedIn.self, "hear", body: .background { _, _, _ in })
        module.answers("M0/page", "show")
      },
      .sample("NEXT") { $0.offers((any AccountService).self, Memory()) },
    ]
    let json = try AppManifest.of(samples).json()
    var whole = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    var graph = try #require(whole["graph"] as? [String: Any])
    let nodes = try #require(graph["nodes"] as? [[String: Any]])
    let modules = try #require(whole["modules"] as? [[String: Any]])
    let entries = try Self.many(modules.filter { $0["name"] as? String == "M0" })
    let steps = try Self.many(nodes.filter { $0["owner"] as? String == "M0" })
    graph["nodes"] = ["NODES"]
    whole["graph"] = graph
    whole["modules"] = ["MODULES"]
    whole["findings"] = nil
    let rest = String(decoding: try JSONSerialization.data(withJSONObject: whole), as: UTF8.self)
    let all = rest.replacing("\"MODULES\"", with: entries).replacing("\"NODES\"", with: steps)
    return try ManifestFile.decode(Data(all.utf8), from: "test")
  }

  /// The parts of `M0`, repeated under the names of all other modules.
  private static func many(_ parts: [[String: Any]]) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: parts)
    let text = String(decoding: data, as: UTF8.self).dropFirst().dropLast()
    return (0..<Self.count).map { number in
      let next = (number + 1) % Self.count
      return
        text.replacing("M0", with: "M\(number)").replacing("NEXT", with: "M\(next)")
        .replacing("AccountService", with: "Service\(next)")
        .replacing("StorageService", with: "Service\(number)")
        .replacing("SignedIn", with: "Event\(number)")
    }.joined(separator: ",")
  }

  @Test(.timeLimit(.minutes(2)))
  func `lists and the order of the graph scale to thousands of modules`() throws {
    let manifest = try manifest()
    #expect(ModuleRow.rows(of: manifest).count == Self.count)
    #expect(TaskRow.rows(of: manifest).count == Self.count)
    #expect(EventRow.rows(of: manifest).count == Self.count)
    let graph = AppGraph(manifest)
    #expect(graph.links.count == 2 * Self.count)
    // A ring has to be broken somewhere; then each module follows the previous one.
    let names = manifest.modules.map(\.name.rawValue).sorted()
    #expect(ModuleGraph.order(names, graph.links).count == Self.count)
  }
}
