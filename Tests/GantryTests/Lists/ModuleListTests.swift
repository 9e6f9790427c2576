// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import Gantry
@testable import GantryCore

struct ModuleListTests {
  static let json = """
    {
      "version": 1, "ordered": true,
      "modules": [
        "Account",
        {"name": "Orders", "priority": 300, "stage": "afterReady", "after": ["Analytics"]},
        {"name": "Messages", "enabled": false, "wants": ["Account"], "before": ["Orders"]},
        {"name": "Storage", "enabled": true, "requires": ["A"], "requiredBy": ["B"],
         "wantedBy": ["C"]}
      ],
      "providers": {"PushService": "Firebase", "StorageService": "Storage"},
      "environments": {
        "staging": {
          "modules": [
            "Messages", {"name": "Orders", "priority": 500, "after": ["Account"]},
            {"name": "Account", "enabled": false}, "DebugKit"
          ],
          "providers": {"StorageService": "MemoryStorage"}
        },
        "live": {}
      }
    }
    """

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary], [nil, "staging"])
  func `a property list means the same as JSON`(
    format: PropertyListSerialization.PropertyListFormat, environment: String?
  ) throws {
    let json = try ModuleList(json: Self.json, environment: environment)
    let plist = try ModuleList(
      plist: propertyList(Self.json, format: format), file: "modules.json",
      environment: environment)
    #expect(plist.entries == json.entries)
    #expect(plist.choices == json.choices)
    #expect(plist.isOrdered == json.isOrdered)
    #expect(plist.providers == json.providers)
  }

  @Test(arguments: ["modules.json", "modules.plist", "Modules.JSON"])
  func `the extension decides how a file is read, and messages show its name`(file: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: file)
    let isPropertyList = file.hasSuffix("plist")
    try (isPropertyList ? propertyList(Self.json) : Data(Self.json.utf8)).write(to: url)
    let list = try ModuleList(contentsOf: url, environment: "staging")
    #expect(list.file == file)
    #expect(list.environment == "staging")
    #expect(list.entries.first?.place == "\(file):modules[0]")
  }

  @Test func `each edge of an entry has its location`() throws {
    let list = try ModuleList(json: Self.json)
    let edges = list.entries.flatMap { $0.edges.values.joined() }
    let expected: [ModuleDependency] = [
      .init(.after, "Analytics", declaredAt: "modules.json:modules[1].after[0]"),
      .init(.wants, "Account", declaredAt: "modules.json:modules[2].wants[0]"),
      .init(.before, "Orders", declaredAt: "modules.json:modules[2].before[0]"),
      .init(.requires, "A", declaredAt: "modules.json:modules[3].requires[0]"),
      .init(.requiredBy, "B", declaredAt: "modules.json:modules[3].requiredBy[0]"),
      .init(.wantedBy, "C", declaredAt: "modules.json:modules[3].wantedBy[0]"),
    ]
    #expect(Set(edges) == Set(expected))
  }

  @Test(arguments: [nil, "live"])
  func `an environment without its own entries uses the file's main section`(
    environment: String?
  ) throws {
    let list = try ModuleList(json: Self.json, environment: environment)
    #expect(list.entries.map(\.name) == ["Account", "Orders", "Messages", "Storage"])
    #expect(list.entries.map(\.isEnabled) == [true, nil, false, true])
    #expect(list.providers == ["PushService": "Firebase", "StorageService": "Storage"])
  }

  @Test func `a file without environments applies to all of them`() throws {
    let list = try ModuleList(
      json: #"{"version": 1, "modules": ["Account"]}"#, environment: "staging")
    #expect(list.entries.map(\.name) == ["Account"])
    #expect(list.providers.isEmpty)
  }

  @Test func `an environment enables, disables and adds modules and keeps the order`() throws {
    let list = try ModuleList(json: Self.json, environment: "staging")
    #expect(list.entries.map(\.name) == ["Account", "Orders", "Messages", "Storage", "DebugKit"])
    #expect(
      list.entries.map(\.exclusion) == [
        "disabled in the list (modules.json:environments.staging.modules[2].enabled)",
        nil, nil, nil, nil,
      ])
    #expect(list.entries.last?.place == "modules.json:environments.staging.modules[3]")
  }

  @Test func `an environment replaces only the keys that it contains`() throws {
    let list = try ModuleList(json: Self.json, environment: "staging")
    let orders = try #require(list.entries.first { $0.name == "Orders" })
    #expect(orders.priority == 500)
    #expect(orders.stage == .afterReady)
    let place = "modules.json:environments.staging.modules[1].after[0]"
    #expect(orders.edges == [.after: [.init(.after, "Account", declaredAt: place)]])
    #expect(list.providers == ["PushService": "Firebase", "StorageService": "MemoryStorage"])
  }
}
