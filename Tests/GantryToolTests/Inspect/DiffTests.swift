// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Testing

@Suite struct DiffTests {
  /// Two apps and the tool's lines about the change between them, below the summary.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let old: [ModuleManifest]
    let new: [ModuleManifest]
    let lines: String
    let status: Int32

    init(
      _ name: String, _ old: [ModuleManifest], _ new: [ModuleManifest], breaks: Bool = false,
      _ lines: String
    ) {
      testDescription = name
      self.old = old
      self.new = new
      self.lines = lines
      status = breaks ? 1 : 0
    }
  }

  private func check(_ row: Row) async throws {
    let folder = try ToolFolder()
    try folder.write(row.old, to: "old.json")
    try folder.write(row.new, to: "new.json")
    let end = try await folder.run("diff old.json new.json")
    let lines = end.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.dropFirst(2).joined(separator: "\n") == row.lines + "\n")
    #expect(end.status == row.status && end.errors.isEmpty)
  }

  @Test(arguments: DiffRows.routes)
  func `routes`(row: Row) async throws { try await check(row) }

  @Test(arguments: DiffRows.services)
  func `services and values`(row: Row) async throws { try await check(row) }

  @Test(arguments: DiffRows.tasks)
  func `tasks`(row: Row) async throws { try await check(row) }

  @Test(arguments: DiffRows.modules)
  func `modules and functions`(row: Row) async throws { try await check(row) }

  @Test(arguments: DiffRows.handlers)
  func `handlers`(row: Row) async throws { try await check(row) }

  @Test func `an unchanged app has no differences`() async throws {
    let folder = try ToolFolder()
    try folder.write(.shop, to: "old.json")
    // Moved lines are not differences.
    let text = try folder.text(of: "old.json").replacing("swift:3", with: "swift:33")
    try folder.write(text, to: "new.json")
    let end = try await folder.run("diff old.json new.json")
    #expect(end == ToolFolder.End(output: "old.json → new.json: no differences\n"))
  }

  @Test func `modules with breaks come first, and each lists its breaks first`() async throws {
    let folder = try ToolFolder()
    try folder.write(.shop, to: "old.json")
    try folder.write(
      .shop.filter { !["Account", "Help"].contains($0.name) } + [.sample("Abacus")],
      to: "new.json")
    let end = try await folder.run("diff old.json new.json")
    #expect(
      end
        == ToolFolder.End(
          output: """
            old.json → new.json: 2 breaks, 1 addition, 2 removals

            Account
              breaks   route Account/show is gone: account
                       Account/Account.swift:40
              breaks   service AccountService is gone: no module provides it
                       Account/Account.swift:20; Orders injects it (optional)
              removes  module Account is gone
                       Account/Account.swift:1; Orders needed it

            Abacus
              adds     module Abacus is new, of the target Abacus
                       Abacus/Abacus.swift:1

            Help
              removes  module Help is gone
                       Help/Help.swift:1

            """, status: 1))
  }

  @Test func `the fields of events are compared`() async throws {
    let folder = try ToolFolder()
    try folder.write(.shop, to: "old.json")
    let text = try folder.text(of: "old.json")
      .replacing("\"name\" : \"userName\"", with: "\"name\" : \"name\"")
      .replacing("Swift.Optional<Swift.Int>", with: "Swift.Int")
    try folder.write(text, to: "new.json")
    let end = try await folder.run("diff old.json new.json")
    #expect(
      end
        == ToolFolder.End(
          output: """
            old.json → new.json: 2 breaks, 1 change

            GantryToolTests
              breaks   event SignedIn no longer carries 'userName: String'
                       Account hears it, Analytics hears it, Orders hears it
              breaks   event SignedIn carried 'number: Optional<Int>' and carries 'number: Int'
                       Account hears it, Analytics hears it, Orders hears it
              changes  event SignedIn also carries 'name: String': its senders may have to give one
                       Account hears it, Analytics hears it, Orders hears it

            """, status: 1))
  }

  @Test func `events with unknown fields are noted and not compared`() async throws {
    let folder = try ToolFolder()
    try folder.write(.shop, to: "old.json")
    let text = try folder.text(of: "old.json").replacing("\"fields\"", with: "\"formerly\"")
    try folder.write(text, to: "new.json")
    let end = try await folder.run("diff old.json new.json")
    #expect(
      end
        == ToolFolder.End(
          output: """
            old.json → new.json: no differences

            What SignedIn carries was not compared: a manifest does not say.
            What SignedOut carries was not compared: a manifest does not say.

            """))
  }

  @Test func `a value that changes its type is a break`() async throws {
    let folder = try ToolFolder()
    try folder.write(.shop, to: "old.json")
    let data = Data(try folder.text(of: "old.json").utf8)
    var whole = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    var modules = try #require(whole["modules"] as? [[String: Any]])
    let place = try #require(modules.firstIndex { $0["name"] as? String == "Orders" })
    var values = try #require(modules[place]["values"] as? [[String: Any]])
    let type = try #require(values[0]["type"] as? String)
    values[0]["type"] = "Swift.Int"
    modules[place]["values"] = values
    whole["modules"] = modules
    let changed = try JSONSerialization.data(withJSONObject: whole)
    try folder.write(String(decoding: changed, as: UTF8.self), to: "new.json")
    let end = try await folder.run("diff old.json new.json")
    #expect(
      end
        == ToolFolder.End(
          output: """
            old.json → new.json: 1 break

            Orders
              breaks   value userID was \(type) and is Swift.Int
                       Orders/Orders.swift:50

            """, status: 1))
  }

  @Test func `handlers of two events with one name are not guessed`() async throws {
    let folder = try ToolFolder()
    try folder.write(.shop, to: "shop.json")
    let text = try folder.text(of: "shop.json")
    let other = #"""
      "events" : [{"name": "SignedIn", "type": "Admin.SignedIn", "fields": [
        {"name": "id", "type": "Swift.Int"}]}, 
      """#
    let old = text.replacing(/"events" : \[(?=\s*\{)/, with: other)
    try #require(old != text)
    try folder.write(old, to: "old.json")
    try folder.write(old.replacing("\"id\"", with: "\"number\""), to: "new.json")
    let end = try await folder.run("diff old.json new.json")
    #expect(
      end.output.contains(
        """
        Admin
          breaks   event SignedIn no longer carries 'id: Int'
                   Account hears an event of that name,
        """), "\(end)")
  }

  @Test func `rejected records and the app's faults are breaks`() async throws {
    let folder = try ToolFolder()
    try folder.write(.shop, to: "old.json")
    func findings(_ faults: String) -> String {
      #""findings" : {"takesLinked": true, "skipped": [], "faults": [\#(faults)]}, "modules" :"#
    }
    func fault(_ line: Int) -> String {
      #"{"kind": "cycle", "message": "A waits for A (A/A.swift:\#(line))."}"#
    }
    let text = try folder.text(of: "old.json")
    let other = #"{"kind": "missingProvider", "message": "No module provides B."}"#
    try folder.write(text.replacing("\"modules\" :", with: findings(fault(3))), to: "old.json")
    try folder.write(
      text.replacing("\"modules\" :", with: findings("\(fault(9)), \(other)"))
        .replacing("\"rejectedRecords\" : [", with: "\"rejectedRecords\" : [\"ABI 9 in X\""),
      to: "new.json")
    let end = try await folder.run("diff old.json new.json")
    #expect(
      end
        == ToolFolder.End(
          output: """
            old.json → new.json: 2 breaks

            the app
              breaks   record is ignored: ABI 9 in X
              breaks   fault missingProvider keeps it from starting: No module provides B.

            """, status: 1))
  }

  @Test func `JSON has each change with its effect and the modules it concerns`() async throws {
    let folder = try ToolFolder()
    try folder.write(.shop, to: "old.json")
    let text = try folder.text(of: "old.json")
      .replacing("\"scope\" : \"shared\"", with: "\"scope\" : \"unique\"")
    try folder.write(text, to: "new.json")
    let end = try await folder.run("diff old.json new.json --format json")
    #expect(
      end
        == ToolFolder.End(
          output: """
            {
              "changes" : [
                {
                  "concerns" : [
                    {
                      "module" : "Orders",
                      "reason" : "injects it (optional)"
                    }
                  ],
                  "declaredAt" : "Account/Account.swift:20",
                  "effect" : "breaks",
                  "module" : "Account",
                  "name" : "AccountService",
                  "subject" : "service",
                  "what" : "had the scope shared and has unique"
                },
                {
                  "concerns" : [
                    {
                      "module" : "Account",
                      "reason" : "injects it"
                    },
                    {
                      "module" : "Orders",
                      "reason" : "injects it"
                    }
                  ],
                  "declaredAt" : "Storage/Storage.swift:20",
                  "effect" : "breaks",
                  "module" : "Storage",
                  "name" : "StorageService",
                  "subject" : "service",
                  "what" : "had the scope shared and has unique"
                }
              ],
              "isBreaking" : true,
              "notes" : [

              ],
              "schemaVersion" : 1
            }

            """, status: 1))
  }
}
