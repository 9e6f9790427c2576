// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import TestRounds
import Testing

import Gantry
@testable import GantryCore

@Suite struct ModuleListPropertyTests {
  /// Values of every kind that JSON and property lists share, with known and unknown keys.
  private static func value(_ depth: Int, _ random: inout SeededGenerator) -> Any {
    switch Int.random(in: 0..<(depth > 0 ? 5 : 3), using: &random) {
    case 0: return random.chance(50)
    case 1: return ["A", "B", "", "Zebra"].randomElement(using: &random) ?? ""
    case 2: return 2.5
    case 3:
      return (0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth - 1, &random) }
    default:
      let keys = ["modules", "ordered", "name", "enabled", "enabeld"]
      var dictionary: [String: Any] = [:]
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        dictionary[keys.randomElement(using: &random) ?? ""] = value(depth - 1, &random)
      }
      return dictionary
    }
  }

  private static func result(_ read: () throws(ApplicationError) -> ModuleList) -> String {
    do throws(ApplicationError) {
      let list = try read()
      return "\(list.isOrdered) \(list.entries)"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `JSON and property lists give the same list or the same mistake for any content`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let root: Any =
      random.chance(30)
      ? [Self.value(2, &random), Self.value(2, &random)]
      : ["modules": Self.value(3, &random), "ordered": random.chance(50)] as [String: Any]
    let json = try JSONSerialization.data(withJSONObject: root)
    let plist = try PropertyListSerialization.data(
      fromPropertyList: root, format: .xml, options: 0)
    let fromJSON = Self.result { () throws(ApplicationError) in
      try ModuleList(json: json, file: "list")
    }
    let fromPlist = Self.result { () throws(ApplicationError) in
      try ModuleList(plist: plist, file: "list")
    }
    #expect(fromJSON == fromPlist, "seed \(seed)")
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `in an ordered list the running modules launch in list order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = (0..<8).map { "M\($0)" }.shuffled(using: &random)
    var manifests: [ModuleManifest] = []
    for (index, name) in names.enumerated() {
      let isOff = random.chance(25)
      var options = ModuleOptions(
        priority: Priority(rawValue: Int.random(in: 0...1000, using: &random)),
        enabled: .when { _ in !isOff })
      if index > 0, random.chance(40) {
        let above = names[Int.random(in: 0..<index, using: &random)]
        options.dependencies = [ModuleDependency(.requires, ModuleName(above))]
      }
      let hasTask = random.chance(50)
      manifests.append(
        .fake(name, options) { if hasTask { $0.launch("open", body: .background { _, _ in }) } })
    }
    let quoted = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let list = try ModuleList(json: #"{"ordered": true, "modules": [\#(quoted)]}"#)
    let host = TestApplication(
      modules: ModuleSelection([], list: list),
      adding: { for manifest in manifests { $0.add(manifest) } })
    let plan = try host.plan
    let running = plan.launchOrder.filter(names.contains)
    #expect(
      running == names.filter { plan.task(named: ModuleName($0))?.skipped == [] }, "seed \(seed)")
    // The tie-break isn't the reason: each starts when the one above it has launched.
    for (above, name) in zip(running, running.dropFirst()) {
      let name = ModuleName(name)
      let head = plan.task(named: name.creation) ?? plan.task(named: name)
      #expect(head?.dependencies.contains { $0.name == above } == true, "seed \(seed): \(name)")
    }
  }
}
