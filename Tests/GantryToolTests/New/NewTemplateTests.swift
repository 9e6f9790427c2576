// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Custom templates.
@Suite struct NewTemplateTests {
  @Test func `names and contents are filled in, other files are copied`() async throws {
    let folder = try ToolFolder()
    let source = "import {{name}}API\nimport Gantry\n\n// {{name}} & <{{path}}>\n"
    try folder.put(source, at: "own/Sources/{{name}}/{{name}}Kit.swift.mustache")
    try folder.put("{{name}} stays", at: "own/{{path}}.txt")
    try folder.put("#!/bin/sh\n", at: "own/run.mustache", mode: 0o755)
    try folder.put("{{#apiOnly}}\nonly\n{{/apiOnly}}\n", at: "own/only.mustache")
    try folder.put("", at: "own/empty.mustache")
    try folder.put("", at: "own/.git/config")

    let end = try await folder.run("new module Tea --template own/")
    #expect(end.errors == "")
    #expect(
      try folder.files(in: "Tea") == ["Sources/Tea/TeaKit.swift", "empty", "run", "tea.txt"])
    let text = "import Gantry\nimport TeaAPI\n\n// Tea & <tea>\n"
    #expect(try folder.text(of: "Tea/Sources/Tea/TeaKit.swift") == text)
    #expect(try folder.text(of: "Tea/tea.txt") == "{{name}} stays")
    let run = folder.url.appending(path: "Tea/run").path
    #expect(FileManager.default.isExecutableFile(atPath: run))
  }

  @Test func `a section can be for the interface only`() async throws {
    let folder = try ToolFolder()
    try folder.put(
      "{{#apiOnly}}\nonly\n{{/apiOnly}}\n{{^apiOnly}}\nall\n{{/apiOnly}}\n", at: "own/x.mustache")
    _ = try await folder.run("new module Tea --template own --api-only")
    #expect(try folder.text(of: "TeaAPI/x") == "only\n")
  }

  static let rows: [(text: String, problem: String)] = [
    ("one\n{{nmae}}\n", "own/a.mustache:2:1: {{nmae}} has no value. Did you mean name?"),
    (
      "{{#zebra}}x{{/zebra}}",
      "own/a.mustache:1:1: {{zebra}} has no value. There are adoptsAPI, api, apiOnly, gantry, "
        + "gantryPackage, name and path."
    ),
    (
      "one {{}}",
      "own/a.mustache:1:5: {{}} has no value. There are adoptsAPI, api, apiOnly, gantry, "
        + "gantryPackage, name and path."
    ),
    (
      "{{! nam }}{{name}}\n {{# nam }}x{{/nam}}",
      "own/a.mustache:2:2: {{nam}} has no value. Did you mean name?"
    ),
    ("{{name}} {{{nam}}}", "own/a.mustache:1:10: {{nam}} has no value. Did you mean name?"),
    (
      "{{#apiOnly}}{{nam}}{{/apiOnly}}{{^ nam }}{{/nam}}",
      "own/a.mustache:1:13: {{nam}} has no value. Did you mean name?"
    ),
    ("one\n two {{name\n", "own/a.mustache:2:6: a tag is not closed: }} is missing."),
    ("one\n{{", "own/a.mustache:2:1: a tag is not closed: }} is missing."),
    (
      "{{#apiOnly}}\nx\n",
      "own/a.mustache:3:1: a section is not closed: {{/…}} is missing."
    ),
    (
      "{{#apiOnly}}\nx\n{{/name}}\n",
      "own/a.mustache:3:4: this closes a section other than the one that is open."
    ),
    ("\n{{> header}}", "own/a.mustache:2:1: a template cannot include another one."),
  ]

  @Test(arguments: rows)
  func `a template's fault is reported with file, line and column`(
    row: (text: String, problem: String)
  ) async throws {
    let folder = try ToolFolder()
    try folder.put(row.text, at: "own/a.mustache")
    let before = try folder.contents()
    let end = try await folder.run("new module Tea --template own")
    #expect(end == ToolFolder.End(errors: row.problem + "\n", status: 1))
    #expect(try folder.contents() == before)
  }

  @Test func `the faults of all templates are reported`() async throws {
    let folder = try ToolFolder()
    try folder.put("{{a}}", at: "own/a.mustache")
    try folder.put("ok", at: "own/b.mustache")
    try folder.put("OK", at: "own/B")
    try folder.put("", at: "own/{{.}}")
    try folder.put("", at: "own/{{name")
    try folder.write("", to: "text.txt")
    try Data([0xff, 0xfe]).write(to: folder.url.appending(path: "own/z.mustache"))
    let end = try await folder.run("new module Tea --template own")
    let lines = end.errors.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(
      lines.contains("own/z.mustache: is not text in UTF-8. Files without .mustache are copied."))
    #expect(lines.contains("own/b.mustache: another template makes b too."))
    #expect(end.status == 1)
  }

  @Test(arguments: [
    ("nowhere", "nowhere: cannot be read: No such file or directory\n"),
    ("hollow", "hollow: there is no file in it.\n"),
  ])
  func `a missing template folder is an error`(name: String, errors: String) async throws {
    let folder = try ToolFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "hollow"), withIntermediateDirectories: false)
    let end = try await folder.run("new module Tea --template \(name)")
    #expect(end == ToolFolder.End(errors: errors, status: 66))
  }
}
