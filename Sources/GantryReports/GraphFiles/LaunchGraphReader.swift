// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryText

/// Walks the values of a graph file, and collects all mistakes on the way.
struct LaunchGraphReader {
  typealias Fault = LaunchGraphFileError.Fault

  let file: String
  private(set) var name: String?
  private(set) var nodes: [LaunchNode] = []
  private(set) var durations: [String: Duration] = [:]
  private(set) var faults: [Fault] = []
  private var places: [String: String] = [:]
  private var version = LaunchGraphFile.formatVersion

  init(file: String) { self.file = file }

  mutating func read(_ root: JSONValue) {
    guard let values = object(root, at: "", keys: ["version", "name", "tasks"]) else { return }
    readVersion(values["version"], in: root)
    name = values["name"].flatMap { string($0, at: "name") }
    guard let tasks = values["tasks"] else {
      faults.append(
        Fault(.missingKey(expected: "an array of tasks"), at: "tasks", root.position))
      return
    }
    guard case .array(let items) = tasks.kind else {
      report(tasks, at: "tasks", expected: "an array of tasks")
      return
    }
    for (index, item) in items.enumerated() { readTask(item, at: "tasks[\(index)]") }
  }

  private mutating func readVersion(_ value: JSONValue?, in root: JSONValue) {
    let newest = LaunchGraphFile.formatVersion
    guard let value else {
      faults.append(Fault(.missingKey(expected: "\(newest)"), at: "version", root.position))
      return
    }
    guard case .number(let number) = value.kind, let known = Int(exactly: number),
      (1...newest).contains(known)
    else {
      report(value, at: "version", expected: "1 or \(newest)")
      return
    }
    version = known
  }

  private mutating func readTask(_ value: JSONValue, at path: String) {
    let kinds: [LaunchEdge.Kind] = [.requires, .wants, .after, .before]
    let keys =
      ["name", "durationMilliseconds", "lane", "stage", "priority", "owner", "role"]
      + kinds.map(\.rawValue)
    guard let values = object(value, at: path, keys: keys, expected: "a task") else { return }
    if values["name"] == nil {
      let fault = Fault.Kind.missingKey(expected: "the name of the task")
      faults.append(Fault(fault, at: "\(path).name", value.position))
    }
    // Without a name, the other keys are still checked for their own mistakes.
    var node = LaunchNode(
      values["name"].flatMap { name($0, at: "\(path).name") } ?? "",
      owner: values["owner"].flatMap { string($0, at: "\(path).owner") }.map { ModuleName($0) },
      declaredAt: place(path, value.position))
    if let value = values["role"] { node.role = choice(value, at: "\(path).role") ?? node.role }
    if let value = values["lane"] { node.lane = choice(value, at: "\(path).lane") ?? node.lane }
    if let value = values["stage"] { node.stage = stage(value, at: "\(path).stage") ?? node.stage }
    if let value = values["priority"] {
      node.priority = priority(value, at: "\(path).priority") ?? node.priority
    }
    for kind in kinds {
      guard let value = values[kind.rawValue] else { continue }
      node.edges += edges(value, kind, at: "\(path).\(kind.rawValue)")
    }
    let duration = values["durationMilliseconds"]
      .flatMap { self.duration($0, at: "\(path).durationMilliseconds") }
    durations[node.name] = duration ?? .zero
    // A node without a duration has no work, and takes no turn on a lane.
    node.isJoin = duration ?? .zero == .zero
    nodes.append(node)
  }

  /// The name of a task, which no other task may have.
  private mutating func name(_ value: JSONValue, at path: String) -> String? {
    guard let name = string(value, at: path) else { return nil }
    if let first = places[name] {
      faults.append(Fault(.duplicate(name, first: first), at: path, value.position))
    }
    places[name] = places[name] ?? path
    return name
  }

  private mutating func edges(
    _ value: JSONValue, _ kind: LaunchEdge.Kind, at path: String
  ) -> [LaunchEdge] {
    guard case .array(let items) = value.kind else {
      report(value, at: path, expected: "an array of names")
      return []
    }
    return items.enumerated().compactMap { index, item in
      string(item, at: "\(path)[\(index)]").map { target in
        LaunchEdge(kind, target, declaredAt: place("\(path)[\(index)]", item.position))
      }
    }
  }

  private func place(_ path: String, _ position: JSONValue.Position) -> String {
    "\(file):\(position.line):\(position.column), \(path)"
  }
}

extension LaunchGraphReader {
  private mutating func report(
    _ value: JSONValue, at path: String, expected: String, near: [String] = []
  ) {
    let fault = Fault.Kind.wrongValue(expected: expected, found: value.text, near: near)
    faults.append(Fault(fault, at: path, value.position))
  }

  private mutating func object(
    _ value: JSONValue, at path: String, keys: [String], expected: String = "a launch graph"
  ) -> [String: JSONValue]? {
    guard case .object(let members) = value.kind else {
      report(value, at: path, expected: expected)
      return nil
    }
    var values: [String: JSONValue] = [:]
    for member in members {
      let keyPath = path.isEmpty ? member.key : "\(path).\(member.key)"
      if !keys.contains(member.key) {
        let near = NearNames.of(member.key, among: keys)
        if !near.isEmpty {
          faults.append(Fault(.unknownKey(near: near), at: keyPath, member.position))
        }
      } else if values.updateValue(member.value, forKey: member.key) != nil {
        let fault = Fault.Kind.duplicate(member.key, first: keyPath)
        faults.append(Fault(fault, at: keyPath, member.position))
      }
    }
    return values
  }

  private mutating func string(_ value: JSONValue, at path: String) -> String? {
    if case .string(let text) = value.kind, !text.isEmpty { return text }
    report(value, at: path, expected: "a name")
    return nil
  }

  private mutating func priority(_ value: JSONValue, at path: String) -> Priority? {
    if case .number(let number) = value.kind, let integer = Int(exactly: number) {
      return Priority(rawValue: version == 1 ? 500 - min(max(integer, 0), 1000) : integer)
    }
    report(value, at: path, expected: "a whole number")
    return nil
  }

  private mutating func stage(_ value: JSONValue, at path: String) -> LaunchStage? {
    let former: [String: LaunchStage] = ["blocking": .beforeReady, "deferred": .afterReady]
    if version == 1, case .string(let word) = value.kind, let stage = former[word] { return stage }
    return choice(value, at: path)
  }

  private mutating func duration(_ value: JSONValue, at path: String) -> Duration? {
    if case .number(let number) = value.kind, number >= 0 {
      let nanoseconds = (number * 1_000_000).rounded()
      return nanoseconds < 0x1p62
        ? .nanoseconds(Int64(nanoseconds)) : Duration(milliseconds: number)
    }
    report(value, at: path, expected: "milliseconds, zero or more")
    return nil
  }

  private mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ value: JSONValue, at path: String
  ) -> Choice? {
    let words = Choice.allCases.map(\.rawValue)
    guard case .string(let word) = value.kind else {
      report(value, at: path, expected: words.joined(separator: ", "))
      return nil
    }
    if let choice = Choice(rawValue: word) { return choice }
    report(
      value, at: path, expected: words.joined(separator: ", "),
      near: NearNames.of(word, among: words))
    return nil
  }
}
