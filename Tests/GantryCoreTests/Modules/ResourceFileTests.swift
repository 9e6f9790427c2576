// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import Gantry
@testable import GantryCore

@Suite struct ResourceFileTests {
  private struct Price: Decodable, Equatable {
    let item: String
    let cents: Int
  }

  /// The resources of target `Shop`: one folder with these files.
  private func resources(_ files: [String: Data]) throws -> ModuleResources {
    let folder = FileManager.default.temporaryDirectory.appending(path: "res-\(UUID().uuidString)")
    for (path, bytes) in files {
      let file = folder.appending(path: "App_Shop.resources/\(path)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try bytes.write(to: file)
    }
    return ModuleResources(target: "Shop", in: [folder])
  }

  @Test func `a JSON file is read as a value`() throws {
    let shop = try resources(["lists/prices.json": Data(#"[{"item": "tea", "cents": 480}]"#.utf8)])
    #expect(
      try shop.json("lists/prices.json", as: [Price].self) == [Price(item: "tea", cents: 480)])
    #expect(try shop.text("lists/prices.json").hasPrefix("[{"))
    #expect(try shop.data("/lists//prices.json").count == 31)
  }

  @Test(arguments: [
    (#"[{"item": "tea"}]"#, "[0].cents is missing"),
    (#"{"item": "tea", "cents": 480}"#, "it isn't an array"),
    (#"[{"item": "tea", "cents": "much"}]"#, "[0].cents isn't a number"),
    ("[\n{", "unexpected end of file during JSON parse near line 2, column 2"),
    ("", "the file is empty"),
  ])
  func `a JSON file with the wrong shape is an error with the file and the reason`(
    text: String, reason: String
  ) throws {
    let shop = try resources(["prices.json": Data(text.utf8)])
    let error = #expect(throws: ResourceError.self) {
      try shop.json("prices.json", as: [Price].self)
    }
    guard case .unreadable(let path, let said) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path.hasSuffix("/App_Shop.resources/prices.json"))
    #expect(said == reason)
  }

  @Test func `a file that is not text is an error, but its bytes can be read`() throws {
    let bytes = Data([0x74, 0xFF, 0xFE])
    let shop = try resources(["note.txt": bytes])
    let path = try shop.url("note.txt").path
    #expect(
      throws: ResourceError.unreadable(path: path, reason: "the file is not UTF-8 text")
    ) { try shop.text("note.txt") }
    #expect(try shop.data("note.txt") == bytes)
  }

  @Test func `reading a folder as a file is an error`() throws {
    let shop = try resources(["notes/a.txt": Data("a".utf8)])
    let path = try shop.url("notes").path
    let error = #expect(throws: ResourceError.self) { try shop.data("notes") }
    guard case .unreadable(path, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
