// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct PlanDrawTests {
  @Test(
    arguments: [
      ("svg", "<svg ", "</svg>\n"), ("dot", "digraph ", "}\n"),
      ("html", "<!DOCTYPE html>", "</html>\n"),
    ])
  func `a drawing names every task, on the output or in a file`(
    format: String, begin: String, end: String
  ) async throws {
    let folder = try ToolFolder()
    let shown = try await folder.run("plan draw shop.json --format \(format)")
    #expect(shown.status == 0 && shown.errors.isEmpty)
    #expect(shown.output.contains(begin) && shown.output.hasSuffix(end))
    for task in ["open", "load", "draw", "sync"] { #expect(shown.output.contains(task)) }

    let written = try await folder.run("plan draw shop.json --format \(format) --output picture")
    #expect(written == ToolFolder.End())
    #expect(try folder.text(of: "picture") == shown.output)
  }

  /// `load` waits for `open`, and `draw` for `load`; `sync` comes after `open`.
  @Test(arguments: [
    ("load --depth 0", ["load"]), ("load", ["draw", "load", "open"]),
    ("sync --depth 3", ["open", "sync"]), ("open --depth 2", ["draw", "load", "open", "sync"]),
  ])
  func `a partial drawing has a task with its dependencies and dependents`(
    around: String, tasks: [String]
  ) async throws {
    let end = try await ToolFolder().run("plan draw shop.json --format svg --around \(around)")
    let boxes = try Picture(end.output).boxes.map(\.name)
    #expect(boxes.filter(["open", "load", "draw", "sync"].contains).sorted() == tasks)
  }

  @Test func `an unknown name has no partial drawing`() async throws {
    let end = try await ToolFolder().run("plan draw shop.json --format svg --around laod")
    let error = "There is no module or task 'laod'. Did you mean load?\n"
    #expect(end == ToolFolder.End(errors: error, status: 1))
  }

  #if os(Linux)
    @Test func `an output that can't be written ends with 73`() async throws {
      let end = try await ToolFolder().run("plan draw shop.json --format svg", to: "/dev/full")
      let errors = "standard output: cannot be written: there isn’t enough space.\n"
      #expect(end == ToolFolder.End(errors: errors, status: 73))
    }
  #endif

  @Test func `a plan file that can't be written ends with 73`() async throws {
    let end = try await ToolFolder().run("plan draw shop.json --format svg --output no/x.svg")
    let errors = "no/x.svg: cannot be written: No such file or directory.\n"
    #expect(end == ToolFolder.End(errors: errors, status: 73))
  }
}
