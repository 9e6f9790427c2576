// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryReports
import Testing

@Suite struct LaunchGraphFileTests {
  @Test func `a task needs only a name`() throws {
    let file = try LaunchGraphFile(
      text: #"{"version": 2, "tasks": [{"name": "t0"}]}"#, file: "folder/example.json")
    #expect(file.name == "example")
    #expect(file.durations == ["t0": .zero])
    #expect(
      file.nodes == [
        LaunchNode("t0", declaredAt: "folder/example.json:1:26, tasks[0]", isJoin: true)
      ])
  }

  @Test func `every key of a task is read`() throws {
    let text = """
      {"version": 2, "name": "shop \\u0041\\uD83D\\uDE80\\n", "note": null, "tasks": [
        {"name": "a", "durationMilliseconds": 12.5, "lane": "main", "stage": "afterReady",
         "requires": ["b"], "wants": ["c"], "after": ["d"], "before": ["e"], "priority": 7},
        {"name": "b", "durationMilliseconds": 1e-3, "lane": "background", "stage": "beforeReady"}
      ]}
      """
    let file = try LaunchGraphFile(text: text, file: "x.json")
    #expect(file.name == "shop A🚀\n")
    #expect(file.durations == ["a": .microseconds(12_500), "b": .microseconds(1)])
    let node = try #require(file.nodes.first)
    #expect(node.lane == .main)
    #expect(node.stage == .afterReady)
    #expect(node.priority == 7)
    #expect(
      node.edges == [
        LaunchEdge(.requires, "b", declaredAt: "x.json:3:17, tasks[0].requires[0]"),
        LaunchEdge(.wants, "c", declaredAt: "x.json:3:33, tasks[0].wants[0]"),
        LaunchEdge(.after, "d", declaredAt: "x.json:3:49, tasks[0].after[0]"),
        LaunchEdge(.before, "e", declaredAt: "x.json:3:66, tasks[0].before[0]"),
      ])
  }

  static let invalid: [(json: String, message: String)] = [
    ("[]", "1:1: expected a launch graph, found an array."),
    ("{}", "1:1: version: missing. Write 2.\ng.json:1:1: tasks: missing. Write an array of tasks."),
    (#"{"version": 3, "tasks": []}"#, "1:13: version: expected 1 or 2, found 3."),
    (#"{"version": "1", "tasks": []}"#, #"1:13: version: expected 1 or 2, found "1"."#),
    (#"{"version": 2, "tasks": {}}"#, "1:25: tasks: expected an array of tasks, found an object."),
    (#"{"version": 2, "tasks": [3]}"#, "1:26: tasks[0]: expected a task, found 3."),
    (
      #"{"version": 2, "tasks": [{}]}"#,
      "1:26: tasks[0].name: missing. Write the name of the task."
    ),
    (
      #"{"version": 2, "tasks": [{"name": ""}]}"#,
      #"1:35: tasks[0].name: expected a name, found ""."#
    ),
    (
      #"{"version": 2, "tasks": [{"name": "a"},"# + "\n" + #" {"name": "a"}]}"#,
      "2:11: tasks[1].name: a is already at tasks[0].name. Rename or remove one."
    ),
    (
      #"{"version": 2, "tasks": [{"name": "a", "lane": "mian"}]}"#,
      #"1:48: tasks[0].lane: expected main, background, found "mian". Did you mean main?"#
    ),
    (
      #"{"version": 2, "tasks": [{"name": "a", "stage": "aftrReady"}]}"#,
      """
      1:49: tasks[0].stage: expected beforeReady, afterReady, idle, onDemand, found "aftrReady". \
      Did you mean afterReady?
      """
    ),
    (
      #"{"version": 2, "tasks": [{"name": "a", "stage": 1}]}"#,
      "1:49: tasks[0].stage: expected beforeReady, afterReady, idle, onDemand, found 1."
    ),
    (
      #"{"version": 2, "tasks": [{"name": "a", "durationMilliseconds": -1}]}"#,
      "1:64: tasks[0].durationMilliseconds: expected milliseconds, zero or more, found -1."
    ),
    (
      #"{"version": 2, "tasks": [{"name": "a", "priority": 1.5}]}"#,
      "1:52: tasks[0].priority: expected a whole number, found 1.5."
    ),
    (
      #"{"version": 2, "tasks": [{"name": "a", "requires": "b"}]}"#,
      #"1:52: tasks[0].requires: expected an array of names, found "b"."#
    ),
    (
      #"{"version": 2, "tasks": [{"name": "a", "requires": [true]}]}"#,
      "1:53: tasks[0].requires[0]: expected a name, found true."
    ),
    (
      #"{"version": 2, "tasks": [{"name": "a", "require": []}]}"#,
      "1:40: tasks[0].require: unknown key. Did you mean requires?"
    ),
    (
      #"{"version": 2, "version": 2, "tasks": []}"#,
      "1:16: version: version is already at version. Rename or remove one."
    ),
  ]

  @Test func `version 1 has other stages, and its lowest priority goes first`() throws {
    let text = """
      {"version": 1, "tasks": [
        {"name": "a", "stage": "blocking", "priority": 100},
        {"name": "b", "stage": "deferred"}, {"name": "c", "stage": "idle", "priority": 501}]}
      """
    let nodes = try LaunchGraphFile(text: text, file: "g.json").nodes
    #expect(nodes.map(\.stage) == [.beforeReady, .afterReady, .idle])
    #expect(nodes.map(\.priority) == [400, 0, -1])
  }

  @Test(arguments: invalid)
  func `a file that isn't a graph is refused with the location`(json: String, message: String) {
    #expect(Self.message(json) == "g.json:\(message)")
  }

  static let malformed: [(json: String, message: String)] = [
    ("", "1:1: not JSON: the text ends where a value should be."),
    ("{\"version\": 1,\n \"tasks\" []}", "2:10: not JSON: expected a colon after the key."),
    ("{\"version\": 1,\n}", "2:1: not JSON: expected a key in quotes."),
    ("{\"version\": 1", "1:14: not JSON: expected a comma or the end of the object."),
    ("[1 2]", "1:4: not JSON: expected a comma or the end of the array."),
    ("[01]", "1:2: not JSON: 01 is not a number."),
    ("[1.]", "1:2: not JSON: 1. is not a number."),
    ("[1e]", "1:2: not JSON: 1e is not a number."),
    ("[1e999]", "1:2: not JSON: 1e999 is not a number."),
    ("[nul]", "1:2: not JSON: expected a value."),
    ("[\"a", "1:4: not JSON: the text ends inside quotes."),
    ("[\"a\n\"]", "1:4: not JSON: a line break or control character inside quotes."),
    ("[\"\\x\"]", "1:3: not JSON: an escape that JSON doesn't have."),
    ("[\"\\uD83D\"]", "1:3: not JSON: half of a surrogate pair."),
    ("[\n\"a\\\n\"]", "2:3: not JSON: an escape that JSON doesn't have."),
    ("\u{FEFF}[1 2]", "1:4: not JSON: expected a comma or the end of the array."),
    ("[] \u{FEFF}", "1:4: not JSON: unexpected text after the end."),
    ("[] []", "1:4: not JSON: unexpected text after the end."),
    (String(repeating: "[", count: 200), "1:129: not JSON: values are nested too deeply."),
  ]

  @Test(arguments: malformed)
  func `invalid JSON is refused with the location`(json: String, message: String) {
    #expect(Self.message(json) == "g.json:\(message)")
  }

  static func message(_ json: String) -> String? {
    do {
      _ = try LaunchGraphFile(text: json, file: "g.json")
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `all faults are reported at once`() {
    let json = #"{"version": 3, "tasks": [{"lane": "up"}, {"name": "a", "priority": "x"}]}"#
    #expect(Self.message(json)?.split(separator: "\n").count == 4)
  }

  @Test func `a missing file is named`() {
    let error = #expect(throws: LaunchGraphFileError.self) {
      try LaunchGraphFile(path: "/nowhere/graph.json")
    }
    guard case .unreadable(let file, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(file == "/nowhere/graph.json")
  }

  @Test func `faults of a graph have their location in the file`() throws {
    let json =
      #"{"version": 2, "tasks": [{"name": "open", "requires": ["opne"]}, {"name": "opn"}]}"#
    let file = try LaunchGraphFile(text: json, file: "g.json")
    #expect(
      file.graph.check().map(\.description) == [
        """
        open requires opne (g.json:1:56, tasks[0].requires[0]), but nothing is named opne. \
        Did you mean opn? Link it, correct the name, or make it `wants:`.
        """
      ])
    #expect(throws: LaunchError.faults(file.graph.check())) { try file.simulate(workers: 3) }
  }

  @Test func `a byte order mark before the text is skipped`() throws {
    let json = "\u{FEFF}{\"version\": 1, \"tasks\": [{\"name\": \"a\"}]}"
    #expect(try LaunchGraphFile(text: json, file: "g.json").nodes.map(\.name) == ["a"])
  }

  @Test
  func `tabs and all line endings are white space, and line feeds are counted`() throws {
    let json = "{\r\n\t\"version\"\t:\r2,\r\n\"tasks\": [ {\"name\":\t\"a\"}\r\n]\r\n}\r\n"
    let file = try LaunchGraphFile(text: json, file: "g.json")
    #expect(file.nodes.map(\.declaredAt) == ["g.json:3:12, tasks[0]"])
    #expect(throws: LaunchGraphFileError.self) {
      try LaunchGraphFile(text: "{\u{B}\"version\": 2, \"tasks\": []}", file: "g.json")
    }
  }

  @Test(arguments: [
    ("0.0000004", Duration.zero), ("0.0000006", .nanoseconds(1)), ("1e3", .seconds(1)),
    ("4e12", .seconds(4_000_000_000)), ("5e12", .seconds(5_000_000_000)),
    ("1e15", .seconds(1_000_000_000_000)),
  ])
  func `a duration of any length is read to the nanosecond`(text: String, duration: Duration) throws
  {
    let json = #"{"version": 2, "tasks": [{"name": "a", "durationMilliseconds": \#(text)}]}"#
    #expect(try LaunchGraphFile(text: json, file: "g.json").durations == ["a": duration])
  }

  @Test(arguments: [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32])
  func `text in another encoding is reported as such`(encoding: String.Encoding) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    try #require(#"{"version": 2, "tasks": []}"#.data(using: encoding)).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let error = #expect(throws: LaunchGraphFileError.self) { try LaunchGraphFile(path: url.path) }
    #expect(error?.description == "\(url.path):1:1: not JSON: the text is not UTF-8.")
  }

  @Test func `a file can be a pipe but not a folder`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(
      contentsOf: Data(#"{"version": 2, "tasks": [{"name": "a"}]}"#.utf8))
    try pipe.fileHandleForWriting.close()
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    #expect(try LaunchGraphFile(path: path).nodes.map(\.name) == ["a"])
    let error = #expect(throws: LaunchGraphFileError.self) { try LaunchGraphFile(path: "/") }
    #expect(error == .unreadable(file: "/", reason: "Is a directory"))
  }

  @Test func `a graph file is simulated with its own durations`() throws {
    let json = """
      {"version": 2, "tasks": [
        {"name": "a", "durationMilliseconds": 3}, {"name": "b", "durationMilliseconds": 4},
        {"name": "c", "durationMilliseconds": 5, "stage": "afterReady", "requires": ["a"]}]}
      """
    let file = try LaunchGraphFile(text: json, file: "g.json")
    let simulation = try file.simulate(workers: 1, policy: .fifo)
    #expect(simulation.timeToReady == .milliseconds(7))
    #expect(simulation.total == .milliseconds(12))
    #expect(simulation.row(named: file.name).name == "g")
  }

  @Test(arguments: [("a", 65_572), (#"\u0061"#, 393_252)])
  func `an overlong string is refused with its location`(letter: String, column: Int) {
    let text = #"{"version": 2, "tasks": [{"name": ""#
    let long = String(repeating: letter, count: 70_000)
    let error = #expect(throws: LaunchGraphFileError.self) {
      try LaunchGraphFile(text: text + long, file: "long.json")
    }
    #expect(
      error?.description
        == "long.json:1:\(column): not JSON: a string is longer than 65536 bytes.")
  }

  @Test func `a task that takes no time is a join`() throws {
    let file = try LaunchGraphFile(
      text: """
        {"version": 2, "tasks": [
          {"name": "Gate.open", "durationMilliseconds": 20, "lane": "main"},
          {"name": "Gate", "requires": ["Gate.open"]},
          {"name": "Session.start", "durationMilliseconds": 1, "lane": "main",
           "requires": ["Gate"]},
          {"name": "Session", "durationMilliseconds": 0, "requires": ["Session.start"]},
          {"name": "Download", "durationMilliseconds": 400, "requires": ["Session"]},
          {"name": "Heavy", "durationMilliseconds": 200, "lane": "main"}]}
        """, file: "gate.json")
    #expect(file.nodes.filter(\.isJoin).map(\.name) == ["Gate", "Session"])
    #expect(try file.simulate(workers: 3).timeToReady == .milliseconds(421))
  }
}
