// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation
import Gantry
import Testing

@testable import GantryTool

/// Apps of very many modules: a search through all of them for each would take minutes here.
@Suite struct GrowthTests {
  private static let count = 10_000

  /// Modules in a ring of services: each injects that of the next, takes a result of it, and hears an
  /// event of its own.
  private func manifest() throws -> Manifest {
    let sample = ModuleManifest.sample("M0", ModuleOptions(after: "NEXT")) { module in
      module.offers((any StorageService).self, Memory())
      module.inject((any AccountService).self, at: "M0/M0.swift:3")
      module.task("open")
      module.on(SignedIn.self, "hear", body: .background { _, _, _ in })
    }
    let json = try Manifest.of([sample]).json()
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let modules = try #require(object["modules"] as? [Any])
    let data = try JSONSerialization.data(withJSONObject: modules[0])
    let text = String(decoding: data, as: UTF8.self)
    let entries = (0..<Self.count).map { number in
      let next = (number + 1) % Self.count
      return
        text.replacing("M0", with: "M\(number)").replacing("NEXT", with: "M\(next)")
        .replacing("AccountService", with: "Service\(next)")
        .replacing("StorageService", with: "Service\(number)")
        .replacing("SignedIn", with: "Event\(number)")
    }
    var whole = object
    whole["modules"] = []
    whole["findings"] = nil
    let rest = String(decoding: try JSONSerialization.data(withJSONObject: whole), as: UTF8.self)
    let all = rest.replacing(
      "\"modules\":[]", with: "\"modules\":[\(entries.joined(separator: ","))]")
    return try ManifestFile.decode(Data(all.utf8), from: "test")
  }

  @Test(.timeLimit(.minutes(2)))
  func `lists, the order of a graph and a comparison do not search for each module through all`()
    throws
  {
    let manifest = try manifest()
    #expect(ModuleRow.rows(of: manifest).count == Self.count)
    #expect(TaskRow.rows(of: manifest).count == Self.count)
    #expect(EventRow.rows(of: manifest).count == Self.count)
    let graph = AppGraph(manifest)
    #expect(graph.links.count == 2 * Self.count)
    // A ring has to be opened somewhere; then each follows the one before.
    let names = manifest.modules.map(\.name.rawValue).sorted()
    #expect(NodeOrder(names, graph.links).names.count == Self.count)
    let tangle = (0..<Self.count).flatMap { number in
      (1...3).map { step in
        Link(
          waiting: names[number], needed: names[(number * 7 + step * 13) % Self.count],
          kind: .order, strength: .order, sentence: "", declaredAt: "")
      }
    }
    #expect(Set(NodeOrder(names, tangle).names).count == Self.count)
  }
}
