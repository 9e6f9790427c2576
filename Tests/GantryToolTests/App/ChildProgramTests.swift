// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GantryTool

/// Programs that the tool runs: how they end, and all of their output.
@Suite struct ChildProgramTests {
  private static func run(
    _ script: String, folder: URL? = nil, environment: [String: String] = [:],
    limit: Duration? = nil
  ) throws -> ChildProgram.End {
    try ChildProgram(
      program: "/bin/sh", arguments: ["-c", script], environment: environment, folder: folder,
      limit: limit
    ).run()
  }

  @Test(
    arguments: [
      ("echo out; echo err >&2", 0, "out\n", "err\n"), ("printf a; exit 3", 3, "a", ""),
      ("kill -9 $$", 137, "", ""), ("kill -15 $$", 143, "", ""), ("exit 255", 255, "", ""),
      // The program gets no input from the tool, even if that is a terminal.
      ("cat; echo end", 0, "end\n", ""),
      // A child that keeps running doesn't hide the end of its program.
      ("sleep 1000 & echo $! >&2; echo end", 0, "end\n", nil),
    ] as [(String, Int32, String, String?)])
  func `a program's status and output are passed on`(
    script: String, status: Int32, output: String, errors: String?
  ) throws {
    let end = try Self.run(script)
    #expect(end.status == status)
    #expect(String(decoding: end.output, as: UTF8.self) == output)
    #expect(!end.isOverdue && !end.isFlood)
    if let errors {
      #expect(end.complaint == errors)
    } else if let id = Int32(end.complaint.trimmingCharacters(in: .newlines)) {
      kill(id, SIGKILL)
    }
  }

  @Test func `a program runs in a folder of any name, with more in its environment`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "a 'b' $c \(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = #"pwd -P; echo "$TEA"; echo "${PATH:+path}""#
    let end = try Self.run(script, folder: folder, environment: ["TEA": "green = \"1\""])
    let path = folder.resolvingSymlinksInPath().path
    #expect(String(decoding: end.output, as: UTF8.self) == "\(path)\ngreen = \"1\"\npath\n")
  }

  @Test(arguments: [("exec sleep 1000", 143), ("trap '' TERM; exec sleep 1000", 137)])
  func `a program past its limit is terminated, and killed if it resists`(
    script: String, status: Int32
  ) throws {
    let end = try Self.run("echo begun; \(script)", limit: .milliseconds(300))
    #expect(end.isOverdue && end.status == status)
  }

  @Test func `a program within its limit is not overdue`() throws {
    #expect(try !Self.run("exit 0", limit: .seconds(600)).isOverdue)
  }

  @Test func `a missing program is named`() {
    for program in ["/nowhere/tea", "no-such-program-as-this"] {
      let failure = #expect(throws: ToolFailure.self) {
        try ChildProgram(program: program).run()
      }
      #expect(failure?.exit == .unavailable)
      #expect(failure?.message == "\(program): cannot be run: no such file or directory.")
    }
  }
}

/// The targets of a build, read from its description.
@Suite struct BuildDescriptionTests {
  private static func description() throws -> BuildDescription {
    func command(
      _ name: String, _ folder: String, isLibrary: Bool = true, _ more: String = ""
    )
      -> String
    {
      """
      "C.\(folder).module": {"moduleName": "\(name)", "isLibrary": \(isLibrary),
        "sources": ["/app/Sources/\(name)/A.swift"], "objects": ["/b/\(folder)/A.swift.o"],
        "otherArguments": [\(more)]}
      """
    }
    let commands = [
      command("Shop", "Shop.build", isLibrary: false, #""-DDEBUG", "-package-name", "shop""#),
      command("Orders", "Orders.build", #""-package-name", "sales", "-O""#),
      command("OrdersTests", "OrdersTests.build", #""-package-name""#),
      command("Maker", "Maker-tool.build"),
      #""C.Empty.module": {"moduleName": "Empty", "isLibrary": true, "sources": [], "objects": [], "#
        + #""otherArguments": []}"#,
    ]
    let json = """
      {"swiftCommands": {\(commands.joined(separator: ",\n"))},
       "targetDependencyMap": {"Shop": ["Orders"]},
       "testDiscoveryCommands": {"T": {"inputs": [{"name": "/b/OrdersTests.build/A.swift.o"}]}}}
      """
    return BuildDescription(
      try JSONDecoder().decode(BuildDescription.Contents.self, from: Data(json.utf8)))
  }

  @Test func `targets are programs, libraries and tests, without those of plugins`() throws {
    let targets = try Self.description().targets
    #expect(targets.map(\.name) == ["Orders", "OrdersTests", "Shop"])
    #expect(targets.map(\.kind) == [.library, .test, .program])
    #expect(targets.map(\.package) == ["sales", "", "shop"])
    #expect(targets.map(\.isDebug) == [false, false, true])
    #expect(targets.map(\.dependencies) == [[], [], ["Orders"]])
  }

  @Test(arguments: [
    ("/app", ["Shop"]), ("/app/", ["Shop"]), ("/app/Sources/Shop", ["Shop"]), ("/ap", []),
    ("/app/Sources/Sho", []), ("/app/Sources/Orders", []),
  ])
  func `the programs of a package lie in its folder`(folder: String, names: [String]) throws {
    #expect(try Self.description().programs(of: URL(filePath: folder)) == names)
  }
}
