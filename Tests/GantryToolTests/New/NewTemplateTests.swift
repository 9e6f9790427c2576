// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Custom templates.
@Suite struct NewTemplateTests {
  @Test func `names and contents are filled in, other files are copied`() async throws {
    let folder = try ToolFolder()
    let source = "import {{name}}API\nimport Gantry\n\n// {{name}} & <{{path}}>\n"
    try folder.put(source, at: "own/Sources/{{name}}/{{name}}Kit.swift.template")
    try folder.put("{{name}} stays", at: "own/{{path}}.txt")
    try folder.put("#!/bin/sh\n", at: "own/run.template", mode: 0o755)
    try folder.put("", at: "own/empty.template")
    try folder.put("", at: "own/.git/config")

    let end = try await folder.run("new module Tea --template own/")
    #expect(
      end.errors == """
        warning: own/{{path}}.txt: {{name}} stays as it is. Add .template to the file's name to fill \
        it in.

        """)
    #expect(
      try folder.files(in: "Tea") == ["Sources/Tea/TeaKit.swift", "empty", "run", "tea.txt"])
    let text = "import Gantry\nimport TeaAPI\n\n// Tea & <tea>\n"
    #expect(try folder.text(of: "Tea/Sources/Tea/TeaKit.swift") == text)
    #expect(try folder.text(of: "Tea/tea.txt") == "{{name}} stays")
    let run = folder.url.appending(path: "Tea/run").path
    #expect(FileManager.default.isExecutableFile(atPath: run))
  }

  static let rows: [(text: String, problem: String)] = [
    ("one\n{{nmae}}\n", "own/a.template:2: {{nmae}} has no value. Did you mean name?"),
    (
      "{{name}} {{zebra}}",
      """
      own/a.template:1: {{zebra}} has no value. There are api, gantry, gantryPackage, lower, name and \
      path.
      """
    ),
    ("{{name}} {{{nam}}}", "own/a.template:1: {{nam}} has no value. Did you mean name?"),
  ]

  @Test(arguments: rows)
  func `a template's fault is reported with file and line`(
    row: (text: String, problem: String)
  ) async throws {
    let folder = try ToolFolder()
    try folder.put(row.text, at: "own/a.template")
    let before = try folder.contents()
    let end = try await folder.run("new module Tea --template own")
    #expect(end == ToolFolder.End(errors: row.problem + "\n", status: 1))
    #expect(try folder.contents() == before)
  }

  @Test(arguments: ["{ { name } }", "{{name", "${{ secrets.name }}", "{{}}", "{{#name}}"])
  func `other braces stay as they are`(text: String) async throws {
    let folder = try ToolFolder()
    try folder.put(text, at: "own/a.template")
    #expect(try await folder.run("new module Tea --template own").status == 0)
    #expect(try folder.text(of: "Tea/a") == text)
  }

  @Test func `the faults of all templates are reported`() async throws {
    let folder = try ToolFolder()
    try folder.put("{{a}}", at: "own/a.template")
    try folder.put("ok", at: "own/b.template")
    try folder.put("OK", at: "own/B")
    try folder.put("", at: "own/{{nam}}")
    try folder.write("", to: "text.txt")
    try Data([0xff, 0xfe]).write(to: folder.url.appending(path: "own/z.template"))
    let end = try await folder.run("new module Tea --template own")
    let lines = end.errors.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(
      lines.contains("own/z.template: is not text in UTF-8. Files without .template are copied."))
    #expect(lines.contains("own/b.template: another template makes b too."))
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
