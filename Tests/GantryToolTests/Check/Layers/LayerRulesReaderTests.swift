// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryTool

@Suite struct LayerRulesReaderTests {
  static let file = """
    version: 1
    groups:
      - name: apps
        targets: Shop
      - name: modules          # business
        targets: [Orders, "Acc*"]
        imports: [interfaces]
      - {name: interfaces, targets: ["*API"], imports: [interfaces]}
    """

  @Test func `groups are read in order, each with its location`() throws {
    let rules = try LayerRulesReader.rules(in: Self.file, file: "gantry.yaml")
    #expect(rules.groups.map(\.name) == ["apps", "modules", "interfaces"])
    #expect(rules.groups.map(\.imports) == [[], ["interfaces"], ["interfaces"]])
    #expect(rules.groups.map(\.location) == ["gantry.yaml:3", "gantry.yaml:5", "gantry.yaml:8"])
    #expect(rules.group(of: "Account")?.name == "modules")
    #expect(rules.group(of: "AccountAPI")?.name == "modules")
    #expect(rules.group(of: "OrdersAPI")?.name == "interfaces")
    #expect(rules.group(of: "Kit") == nil)
  }

  @Test func `a group can include all targets with modules, plus other names`() throws {
    let text = """
      version: 1
      groups:
        - {name: kiosk, targets: [Till]}
        - {name: modules, with: modules, targets: ["*Kit"]}
      """
    let rules = try LayerRulesReader.rules(in: text, file: "gantry.yaml")
    let modules: Set = ["Orders", "Till"]
    #expect(rules.group(of: "Orders", in: modules)?.name == "modules")
    #expect(rules.group(of: "Till", in: modules)?.name == "kiosk")
    #expect(rules.group(of: "MoneyKit", in: modules)?.name == "modules")
    #expect(rules.group(of: "Orders")?.name == nil)
    #expect(rules.group(of: "OrdersAPI", in: modules) == nil)
  }

  @Test(
    arguments: [
      ("", ["gantry.yaml: is empty."]),
      ("groups: [", ["gantry.yaml:2:1: this isn't YAML: "]),
      ("groups: []", ["gantry.yaml:1: 'version' is missing or isn't a number. Write 1."]),
      ("version: 2\ngroups: []", ["gantry.yaml:1: version 2 is unknown"]),
      ("version: 1", ["gantry.yaml:1: 'groups' is missing."]),
      ("version: 1\ngroups: 3", ["gantry.yaml:2: 'groups' must be a list, not '3'."]),
      ("- a", ["gantry.yaml:1: the file must be keys and values, not a list."]),
      (
        "version: 1\ngruops: []",
        [
          "gantry.yaml:2: 'gruops' is not a key here. Did you mean groups? The keys are version and "
            + "groups.",
          "gantry.yaml:1: 'groups' is missing.",
        ]
      ),
      (
        "version: 1\ngroups:\n  - targets: a",
        ["gantry.yaml:3: a group needs a 'name'."]
      ),
      (
        "version: 1\ngroups:\n  - name: a\n",
        [
          "gantry.yaml:3: the group a needs 'targets', a list of names with '*' and '?', or 'with: "
            + "modules', all targets with modules."
        ]
      ),
      (
        "version: 1\ngroups:\n  - name: a\n    with: module\n  - {name: b, with: [modules]}",
        [
          "gantry.yaml:4: 'with' of the group a is 'modules', not 'module'.",
          "gantry.yaml:5: 'with' of the group b is 'modules', not a list.",
        ]
      ),
      (
        "version: 1\ngroups:\n  - name: a\n    targets: {b: c}\n    import: d",
        [
          "gantry.yaml:5: 'import' is not a key here. Did you mean imports?",
          "gantry.yaml:4: 'targets' of the group a must be a list of names, not keys and values.",
        ]
      ),
      (
        "version: 1\ngroups:\n  - {name: apps, targets: [[a]], imports: [aps]}",
        [
          "gantry.yaml:3: 'targets' of the group apps must be names, not a list.",
          "gantry.yaml:3: the group apps imports aps, but there is no such group. Did you mean "
            + "apps?",
        ]
      ),
      (
        "version: 1\ngroups:\n  - {name: a, targets: b}\n  - {name: a, targets: c}",
        ["gantry.yaml:4: there is already a group a (gantry.yaml:3)."]
      ),
      ("version: 1\nversion: 1", ["gantry.yaml:1: version appears more than once."]),
    ])
  func `a damaged file is refused with each faulty line and a fix`(
    text: String, problems: [String]
  ) throws {
    let failure = try #require(throws: ToolFailure.self) {
      try LayerRulesReader.rules(in: text, file: "gantry.yaml")
    }
    #expect(failure.exit == .faults)
    let lines = failure.message.split(separator: "\n").map(String.init)
    #expect(lines.count == problems.count, "\(lines)")
    for (line, problem) in zip(lines, problems) { #expect(line.hasPrefix(problem)) }
  }
}
