// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import Gantry
@testable import GantryCore

struct ModuleListTests {
  static let json = """
    {"ordered": true, "modules": ["Account", {"name": "Orders"}, {"name": "Messages", "enabled": false}]}
    """
  static let entries = [
    ModuleList.Entry(name: "Account", place: "modules.json:modules[0]", isEnabled: true),
    ModuleList.Entry(name: "Orders", place: "modules.json:modules[1]", isEnabled: true),
    ModuleList.Entry(name: "Messages", place: "modules.json:modules[2]", isEnabled: false),
  ]

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `a property list means the same as JSON`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let plist = try ModuleList(
      plist: propertyList(Self.json, format: format), file: "modules.json")
    for list in [try ModuleList(json: Self.json), plist] {
      #expect(list.entries == Self.entries)
      #expect(list.isOrdered)
    }
  }

  @Test func `a bare array is an ordered list, and an object is ordered if it says so`() throws {
    let bare = try ModuleList(json: #"["HomeModule", {"name": "Orders", "enabled": false}]"#)
    #expect(bare.isOrdered)
    #expect(
      bare.entries == [
        ModuleList.Entry(name: "HomeModule", place: "modules.json:[0]", isEnabled: true),
        ModuleList.Entry(name: "Orders", place: "modules.json:[1]", isEnabled: false),
      ])
    #expect(try ModuleList(plist: propertyList(#"["A"]"#), file: "m.plist").isOrdered)
    #expect(try !ModuleList(json: #"{"modules": ["A"]}"#).isOrdered)
  }

  @Test(arguments: ["modules.json", "modules.plist", "Modules.JSON"])
  func `the extension decides how a file is read, and messages show its name`(file: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: file)
    let isPropertyList = file.hasSuffix("plist")
    let data = try isPropertyList ? propertyList(Self.json) : Data(Self.json.utf8)
    try data.write(to: url)
    let list = try ModuleList(contentsOf: url)
    #expect(list.file == file)
    #expect(list.entries.first?.place == "\(file):modules[0]")
    let reason = "it has \(data.count) bytes, and the limit is 10. Raise the limit if it is right"
    #expect(refusal(try ModuleList(contentsOf: url, limit: 10)) == "\(url.path): \(reason)")
  }
}
