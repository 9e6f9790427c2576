// SPDX-License-Identifier: Apache-2.0

import Testing

/// Messages of `simulate`, `check` and `draw` about unusable files.
@Suite struct PlanFileTests {
  static let faults = """
    faulty.json: c requires d (faulty.json:4:30, tasks[2].requires[0]), but nothing is named d. \
    Did you mean a or b? Link it, correct the name, or make it `wants:`.
    faulty.json: a → b → a wait for each other. Remove one dependency:
      a waits for b: a requires b (faulty.json:2:30, tasks[0].requires[0])
      b waits for a: b comes after a (faulty.json:3:27, tasks[1].after[0])

    """

  static let files: [(file: String, status: Int32, errors: String)] = [
    ("faulty.json", 1, faults),
    ("broken.json", 1, "broken.json:2:12: not JSON: expected a value.\n"),
    (
      "wrong.json", 1,
      "wrong.json:1:48: tasks[0].lane: expected main, background, found \"man\". Did you mean "
        + "main?\n"
    ),
    (
      "none.json", 66,
      "none.json: cannot be read: No such file or directory. Correct the path.\n"
    ),
  ]

  @Test(arguments: ["plan simulate FILE", "plan draw FILE --format dot"], files)
  func `a faulty file is named with the location, the fault and a fix`(
    command: String, row: (file: String, status: Int32, errors: String)
  ) async throws {
    let arguments = command.replacing("FILE", with: row.file)
    let end = try await ToolFolder().run(arguments)
    #expect(end == ToolFolder.End(errors: row.errors, status: row.status))
  }

  @Test(arguments: files)
  func `check prints faults to its output and unreadable graphs to its errors`(
    row: (file: String, status: Int32, errors: String)
  ) async throws {
    let end = try await ToolFolder().run("plan check \(row.file)")
    let isResult = row.file == "faulty.json"
    let expected = ToolFolder.End(
      output: isResult ? row.errors : "", errors: isResult ? "" : row.errors, status: row.status)
    #expect(end == expected)
  }

  @Test func `check counts tasks and edges`() async throws {
    let folder = try ToolFolder()
    try folder.write(#"{"version": 1, "tasks": [{"name": "a"}]}"#, to: "one.json")
    let end = try await folder.run("plan check shop.json one.json")
    #expect(
      end.output == """
        shop.json: 4 tasks, 3 edges, no faults
        one.json: 1 task, 0 edges, no faults

        """)
    #expect(end.status == 0 && end.errors.isEmpty)
  }

  @Test func `a dash is standard input`() async throws {
    let end = try await ToolFolder().run("plan check - <shop.json")
    #expect(end == ToolFolder.End(output: "-: 4 tasks, 3 edges, no faults\n", status: 0))
  }

  @Test(arguments: ["plan check -", "report blame -"])
  func `standard input is read from its current position`(command: String) async throws {
    let folder = try ToolFolder()
    try folder.write("a line of another program\n" + ToolFolder.shop, to: "lines.json")
    let end = try await folder.run(
      "\(command) <&3", after: "exec 3<lines.json && read -r line <&3")
    let isGraph = command == "plan check -"
    #expect(end.output == (isGraph ? "-: 4 tasks, 3 edges, no faults\n" : ""), "\(end)")
    #expect(isGraph || end.errors.hasPrefix("-: isn't a launch report"))
  }

  @Test func `closed standard input is an error`() async throws {
    let end = try await ToolFolder().run("plan check - <&-")
    #expect(
      end
        == ToolFolder.End(
          errors: "-: cannot be read: Bad file descriptor. Correct the path.\n", status: 66))
  }

  @Test func `empty standard input is not a graph`() async throws {
    let end = try await ToolFolder().run("plan check -")
    let message = "-:1:1: not JSON: the text ends where a value should be.\n"
    #expect(end == ToolFolder.End(errors: message, status: 1))
  }

  @Test func `one bad file doesn't keep the others from being checked`() async throws {
    let end = try await ToolFolder().run("plan check none.json shop.json faulty.json")
    #expect(end.output.hasPrefix("shop.json: 4 tasks, 3 edges, no faults\nfaulty.json: "))
    #expect(end.errors.hasPrefix("none.json: "))
    #expect(end.status == 66, "the first reason counts")
  }
}
