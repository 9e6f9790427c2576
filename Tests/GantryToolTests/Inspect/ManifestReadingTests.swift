// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Testing

@Suite struct ManifestReadingTests {
  @Test(arguments: ["list tasks --manifest", "graph --manifest"])
  func `a missing file is named`(command: String) async throws {
    let folder = try ToolFolder()
    try folder.write(.shop, to: "shop-app.json")
    let end = try await folder.run("\(command) none.json")
    #expect(end == ToolFolder.End(errors: "none.json: there is no such file.\n", status: 66))
  }

  @Test func `writing to a link keeps the link and writes its file`() async throws {
    let folder = try ToolFolder()
    try folder.write("old", to: "real.dot")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "link.dot").path, withDestinationPath: "real.dot")
    let end = try await folder.run("graph --format dot --output link.dot", on: .shop)
    #expect(end == ToolFolder.End())
    #expect(try folder.text(of: "real.dot").hasPrefix("digraph"))
    let path = folder.url.appending(path: "link.dot").path
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "real.dot")
  }

  @Test func `writing to a device keeps the device`() async throws {
    let folder = try ToolFolder()
    let end = try await folder.run("graph --format dot --output /dev/null", on: .shop)
    #expect(end == ToolFolder.End())
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func `a pipe is read to its end`() async throws {
    let folder = try ToolFolder()
    try folder.write(.shop, to: "shop-app.json")
    let pipe = folder.url.appending(path: "pipe").path
    try #require(mkfifo(pipe, 0o600) == 0)
    let text = try folder.text(of: "shop-app.json")
    let writing = Task.detached { try text.write(toFile: pipe, atomically: false, encoding: .utf8) }
    let end = try await folder.run("list modules --manifest pipe")
    try await writing.value
    let plain = try await folder.run("list modules --manifest shop-app.json")
    #expect(plain.status == 0)
    #expect(end == plain)
  }

  @Test func `a dash is standard input, read from its current position`() async throws {
    let folder = try ToolFolder()
    try folder.write(.shop, to: "app.json")
    try folder.write("a line\n" + folder.text(of: "app.json"), to: "lines.json")
    let plain = try await folder.run("list modules --manifest app.json")
    let end = try await folder.run(
      "list modules --manifest - <&3", after: "exec 3<lines.json && read -r line <&3")
    #expect(plain.status == 0)
    #expect(end == plain)
  }

  @Test(arguments: [
    ("<&-", 66, "-: Bad file descriptor.\n"),
    ("", 1, "-: isn't a manifest: "),
  ])
  func `closed and empty standard input are errors`(
    input: String, status: Int32, problem: String
  ) async throws {
    let end = try await ToolFolder().run("list modules --manifest - \(input)")
    #expect(end.status == status && end.output.isEmpty)
    #expect(end.errors.hasPrefix(problem), "\(end)")
  }

  #if os(Linux)
    @Test func `an output that can't be written ends with 73`() async throws {
      let folder = try ToolFolder()
      try folder.write(.shop, to: "app.json")
      let end = try await folder.run("list modules --manifest app.json", to: "/dev/full")
      let errors = "standard output: cannot be written: there isn’t enough space.\n"
      #expect(end == ToolFolder.End(errors: errors, status: 73))
    }
  #endif

  @Test(
    arguments: [
      ("", "isn't a manifest"), ("{\"schemaVersion\": 6,\n \"modules\": [}", "line 2, column"),
      ("[1, 2]", "isn't a manifest"), ("{\"version\": 1, \"tasks\": []}", "no 'schemaVersion'"),
      ("{\"schemaVersion\": 9}", "has schema version 9, and this tool reads version 6"),
      ("{\"schemaVersion\": 6, \"rejectedRecords\": []}", "'modules' is missing"),
      (
        "{\"schemaVersion\": 6, \"rejectedRecords\": [], \"modules\": [{\"name\": 3}]}",
        "modules[0].name"
      ),
    ])
  func `a file that isn't a manifest is named with the reason`(
    text: String, problem: String
  ) async throws {
    let folder = try ToolFolder()
    try folder.write(text, to: "odd.json")
    for command in ["list modules --manifest odd.json", "graph --manifest odd.json"] {
      let end = try await folder.run(command)
      #expect(end.status == 1 && end.output.isEmpty)
      #expect(end.errors.hasPrefix("odd.json: ") && end.errors.contains(problem))
    }
  }
}
