// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import TestRounds
import Testing

@Suite struct ModuleListPropertyTests {
  /// Values of every kind that JSON and property lists share, with known and unknown keys.
  private static func value(_ depth: Int, _ random: inout SeededGenerator) -> Any {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: return Int.random(in: -2...1002, using: &random)
    case 1: return random.chance(50)
    case 2: return 2.5
    case 3: return ["A", "B", "", "afterReady", "Zebra"].randomElement(using: &random) ?? ""
    case 4: return 1
    case 5:
      return (0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth - 1, &random) }
    default:
      let keys = [
        "version", "modules", "ordered", "providers", "environments", "name", "enabled", "priority",
        "stage", "requires", "after", "stagee", "ci",
      ]
      var dictionary: [String: Any] = [:]
      for _ in 0..<Int.random(in: 0..<6, using: &random) {
        dictionary[keys.randomElement(using: &random) ?? ""] = value(depth - 1, &random)
      }
      return dictionary
    }
  }

  private static func faults(_ read: () throws(ModuleListError) -> ModuleList) -> [String] {
    do throws(ModuleListError) {
      _ = try read()
      return []
    } catch {
      guard case .invalid(_, let faults) = error else { return ["\(error)"] }
      return faults.map(\.description)
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `JSON and property lists report the same faults for any content`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var root: [String: Any] = ["version": 1, "modules": Self.value(3, &random)]
    for key in ["ordered", "providers", "environments"] where random.chance(40) {
      root[key] = Self.value(3, &random)
    }
    let json = try JSONSerialization.data(withJSONObject: root)
    let plist = try PropertyListSerialization.data(
      fromPropertyList: root, format: .xml, options: 0)
    let environment = random.chance(50) ? "ci" : nil
    let fromJSON = Self.faults { () throws(ModuleListError) in
      try ModuleList(json: json, file: "list", environment: environment)
    }
    let fromPlist = Self.faults { () throws(ModuleListError) in
      try ModuleList(plist: plist, file: "list", environment: environment)
    }
    #expect(fromJSON == fromPlist, "seed \(seed)")
    #expect(fromJSON.allSatisfy { $0.hasPrefix(":") }, "seed \(seed): \(fromJSON)")
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
    let list = try ModuleList(json: #"{"version": 1, "ordered": true, "modules": [\#(quoted)]}"#)
    let host = TestApplication(
      modules: ModuleSelection([], list: list),
      adding: { for manifest in manifests { $0.add(manifest) } })
    let plan = try host.plan
    let running = plan.launchOrder.filter(names.contains)
    #expect(running == names.filter { plan.task(named: $0)?.skipped == [] }, "seed \(seed)")
    // The tie-break isn't the reason: each starts when the one above it has launched.
    for (above, name) in zip(running, running.dropFirst()) {
      let head = plan.task(named: "\(name).init") ?? plan.task(named: name)
      #expect(head?.dependencies.contains { $0.name == above } == true, "seed \(seed): \(name)")
    }
  }
}
