// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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

  @Test func `a file that cannot be written ends with 73`() async throws {
    let end = try await ToolFolder().run("plan draw shop.json --format svg --output no/x.svg")
    let errors = "no/x.svg: cannot be written: No such file or directory.\n"
    #expect(end == ToolFolder.End(errors: errors, status: 73))
  }
}
