// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GantryTool

/// The SQL of `gantry fleet`; `IntegrationTests/fleet` runs it.
@Suite struct FleetSQLTests {
  /// Texts that try to end a literal, with their literals in DuckDB and in the other engines.
  static let literals = [
    ("4240", "'4240'", "'4240'"), ("it's", "'it''s'", #"'it\'s'"#),
    (#"a\"#, #"'a\'"#, #"'a\\'"#), (#"\' OR 1"#, #"'\'' OR 1'"#, #"'\\\' OR 1'"#),
    // One character in Swift, and a quotation mark in SQL.
    ("'\u{301}x", "''\u{27}\u{301}x'", "'\\'\u{301}x'"),
    ("a\0'", "'a\u{FFFD}'''", "'a\u{FFFD}\\''"),
    ("a\nb", "'a\nb'", "'a\nb'"),
  ]

  @Test(arguments: literals)
  func `no text ends its literal`(text: String, duckdb: String, others: String) {
    #expect(Array(FleetEngine.duckdb.text(text).unicodeScalars) == Array(duckdb.unicodeScalars))
    for engine in [FleetEngine.clickhouse, .spark] {
      #expect(Array(engine.text(text).unicodeScalars) == Array(others.unicodeScalars))
    }
  }

  @Test(arguments: FleetEngine.allCases, FleetQuestion.allCases)
  func `a question names its builds and kind, and no other engine's functions`(
    engine: FleetEngine, question: FleetQuestion
  ) async throws {
    let end = try await ToolFolder().run(
      "fleet sql \(question.rawValue) --engine \(engine.rawValue) --from 1 --to \"2'\" --kind first"
    )
    #expect(end.status == 0 && end.errors.isEmpty)
    #expect(end.output.hasPrefix("-- \(question.words)\n") && end.output.hasSuffix(";\n"))
    let asksForBuilds = ![.builds, .ready, .weeks].contains(question)
    #expect(end.output.contains(engine.text("2'")) == asksForBuilds)
    let asksForKind = ![.builds, .failures].contains(question)
    #expect(end.output.contains("kind = 'first'") == asksForKind)
    let functions: [FleetEngine: [String]] = [
      .duckdb: ["unnest(", "list_contains("], .clickhouse: ["arrayJoin(", "has("],
      .spark: ["explode(", "array_contains("],
    ]
    for (other, names) in functions where other != engine {
      #expect(!names.contains(where: end.output.contains), "\(end.output)")
    }
  }

  @Test(arguments: FleetQuestion.allCases)
  func `a question about one app reads no rows of others`(question: FleetQuestion) async throws {
    let end = try await ToolFolder().run("fleet sql \(question.rawValue) --app \"it's\"")
    let launches = end.output.ranges(of: "FROM launches")
    #expect(launches.count == 1 && end.output.contains("FROM launches WHERE app = 'it''s')"))
  }

  @Test func `builds that are open are named in a comment`() async throws {
    let end = try await ToolFolder().run("fleet sql users")
    #expect(end.output.contains("\n-- Replace 'OLD' and 'NEW', or give '--from' and '--to'.\nWITH"))
    let full = try await ToolFolder().run("fleet sql users --to 4240")
    #expect(!full.output.contains("Replace") && full.output.contains("build = '4240'"))
  }

  static let unknown = [
    ("redy", "There is no question \"redy\". Did you mean ready?\n"),
    (
      "x",
      """
      There is no question "x". There are builds, ready, weeks, changes, regressions, users and \
      failures.

      """
    ),
  ]

  @Test(arguments: unknown)
  func `an unknown question is answered with near names`(word: String, errors: String) async throws
  {
    let end = try await ToolFolder().run("fleet sql \(word)")
    #expect(end == ToolFolder.End(errors: errors, status: 64))
  }

  @Test(arguments: FleetEngine.allCases)
  func `the schema has the keys of a row in its types`(engine: FleetEngine) async throws {
    let end = try await ToolFolder().run("fleet schema --engine \(engine.rawValue)")
    #expect(end.status == 0)
    let lines = end.output.split(separator: "\n")
    for (name, kind) in FleetSchema.columns + FleetSchema.planColumns {
      #expect(lines.contains { $0.hasPrefix("  \(name) \(engine.type(kind))") }, "\(name)")
    }
  }
}
