// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport
internal import Yams

/// Reads layer rules, and collects everything that is wrong with the file.
struct LayerRulesReader {
  private let file: String
  private var problems: [String] = []

  /// Reads a file of layer rules.
  ///
  /// - Parameters:
  ///   - text: The contents of the file.
  ///   - file: The name of the file, for messages.
  static func rules(in text: String, file: String) throws(ToolFailure) -> LayerRules {
    var reader = LayerRulesReader(file: file)
    let groups = reader.read(text)
    guard reader.problems.isEmpty else {
      throw ToolFailure(reader.problems.joined(separator: "\n"), .faults)
    }
    return LayerRules(groups: groups)
  }

  private init(file: String) { self.file = file }

  private mutating func read(_ text: String) -> [LayerGroup] {
    let root: Node?
    do {
      root = try Yams.compose(yaml: text)
    } catch {
      report(error)
      return []
    }
    guard let root else {
      problems.append("\(file): is empty. \(Self.example)")
      return []
    }
    guard let values = mapping(root, "the file", keys: ["version", "groups"]) else { return [] }
    switch values["version"]?.int {
    case 1: break
    case nil: problem(values["version"] ?? root, "'version' is missing or isn't a number. Write 1.")
    case .some(let other):
      problem(
        values["version"] ?? root, "version \(other) is unknown; this tool reads version 1.")
    }
    guard let list = values["groups"] else {
      problem(root, "'groups' is missing. \(Self.example)")
      return []
    }
    guard case .sequence(let items) = list else {
      problem(list, "'groups' must be a list, not \(Self.words(list)). \(Self.example)")
      return []
    }
    let groups = items.compactMap { group($0) }
    check(groups)
    return groups
  }

  private static let example =
    "A group: '- name: modules', then 'targets: [Orders, Account]' and 'imports: [interfaces]'."

  private mutating func group(_ node: Node) -> LayerGroup? {
    let keys = ["name", "targets", "with", "imports"]
    guard let values = mapping(node, "a group", keys: keys) else { return nil }
    guard let name = values["name"]?.string, !name.isEmpty else {
      problem(values["name"] ?? node, "a group needs a 'name'.")
      return nil
    }
    guard values["targets"] != nil || values["with"] != nil else {
      problem(
        node,
        """
        the group \(name) needs 'targets', a list of names with '*' and '?', or 'with: modules', all \
        targets with modules.
        """)
      return nil
    }
    let found = values["targets"].map { names($0, "'targets' of the group \(name)") } ?? []
    let patterns = found.map { text, node in
      TargetPattern(text: text, location: "\(file):\(line(node))")
    }
    if let selector = values["with"], selector.string != "modules" {
      problem(
        selector, "'with' of the group \(name) is 'modules', not \(Self.words(selector)).")
    }
    let imports = values["imports"].map { names($0, "'imports' of the group \(name)") } ?? []
    return LayerGroup(
      name: name, targets: patterns, hasModules: values["with"] != nil,
      imports: imports.map(\.name), location: "\(file):\(line(node))")
  }

  private mutating func check(_ groups: [LayerGroup]) {
    let names = groups.map(\.name)
    for (index, group) in groups.enumerated() {
      if let first = groups[..<index].first(where: { $0.name == group.name }) {
        problems.append(
          "\(group.location): there is already a group \(group.name) (\(first.location)).")
      }
      for name in group.imports where !names.contains(name) {
        problems.append(
          """
          \(group.location): the group \(group.name) imports \(name), but there is no such group.\
          \(Wording.near(NearNames.of(name, among: names)))
          """)
      }
    }
  }

  private mutating func names(_ node: Node, _ what: String) -> [(name: String, node: Node)] {
    if case .scalar = node, let name = node.string { return [(name, node)] }
    guard case .sequence(let items) = node else {
      problem(node, "\(what) must be a list of names, not \(Self.words(node)).")
      return []
    }
    return items.compactMap { item in
      if let name = item.string, !name.isEmpty { return (name, item) }
      problem(item, "\(what) must be names, not \(Self.words(item)).")
      return nil
    }
  }

  private mutating func mapping(
    _ node: Node, _ what: String, keys: [String]
  ) -> [String: Node]? {
    guard case .mapping(let pairs) = node else {
      problem(node, "\(what) must be keys and values, not \(Self.words(node)).")
      return nil
    }
    var values: [String: Node] = [:]
    for (key, value) in pairs {
      let name = key.string ?? ""
      if keys.contains(name) {
        values[name] = value
      } else {
        problem(
          key,
          """
          '\(name)' is not a key here.\(Wording.near(NearNames.of(name, among: keys))) The keys \
          are \(Wording.list(keys)).
          """)
      }
    }
    return values
  }

  private static func words(_ node: Node) -> String {
    switch node {
    case .mapping: "keys and values"
    case .sequence: "a list"
    default: node.string.map { $0.isEmpty ? "nothing" : "'\($0)'" } ?? "something else"
    }
  }

  private func line(_ node: Node) -> Int { node.mark?.line ?? 1 }

  private mutating func problem(_ node: Node, _ text: String) {
    problems.append("\(file):\(line(node)): \(text)")
  }

  private mutating func report(_ error: any Error) {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      problems.append("\(file):\(mark.line):\(mark.column): this isn't YAML: \(problem).")
    case .duplicatedKeysInMapping(let duplicates, let context):
      let verb = duplicates.count == 1 ? "appears" : "appear"
      problems.append(
        "\(file):\(context.mark.line): \(Wording.list(duplicates)) \(verb) more than once.")
    default: problems.append("\(file): this isn't YAML: \(error).")
    }
  }
}
