// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftParser
import SwiftSyntax
import Testing

@Suite struct ArgumentTableTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Each macro in the sources, as a row of the guide: `Launch: stage requires: …`.
  static func declared() throws -> [String] {
    try ["Macros", "Macros+Sharing"].flatMap {
      declared(in: try text("Sources/Gantry/\($0).swift"))
    }
  }

  private static func declared(in source: String) -> [String] {
    Parser.parse(source: source).statements.compactMap { $0.item.as(MacroDeclSyntax.self) }
      .map { macro in
        let arguments = macro.signature.parameterClause.parameters.map { parameter in
          parameter.firstName.tokenKind == .wildcard
            ? parameter.secondName?.text ?? "" : "\(parameter.firstName.text):"
        }
        return "\(macro.name.text): \(arguments.joined(separator: " "))"
      }
  }

  /// The rows of the guide's table, in the same form.
  static func documented(in guide: String) -> [String] {
    let rows = guide.split(separator: "\n").drop { $0 != "## Arguments, in order" }.dropFirst()
      .prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("| `@") }
    return rows.map { row in
      // The text between backticks: the macro, then its arguments.
      let codes = row.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map(\.element)
      return "\(codes[0].dropFirst()): \(codes.dropFirst().joined(separator: " "))"
    }
  }

  @Test func `the guide has the arguments of every macro in their order`() throws {
    let macros = try Self.declared()
    #expect(macros.count >= 9)
    let rows = Self.documented(in: try Self.text("Documentation/Reference/Arguments.md"))
    for macro in macros where !rows.contains(macro) {
      Issue.record("Documentation/Reference/Arguments.md has no row '@\(macro)'")
    }
    #expect(rows == macros)
  }

  @Test func `option initializers take the macros' arguments in the same order`() throws {
    let macros = try Self.declared()
    let options = [
      "Module": "ModuleOptions", "Launch": "TaskOptions", "On": "HandlerOptions",
      "Run": "RunOptions", "Shutdown": "ShutdownOptions", "Provides": "ProvideOptions",
    ]
    // By hand, the key of a service and the names of events and tasks are arguments of the method.
    let unmatched = ["On: named: repetition name: priority: backlog:", "Provides: key overriding:"]
    for macro in macros where !unmatched.contains(macro) {
      guard let name = macro.split(separator: ":").first, let type = options[String(name)] else {
        continue
      }
      let folder =
        [
          "HandlerOptions": "GantryEvents/Handlers", "RunOptions": "GantryCore/Supervision",
        ][type] ?? "GantryCore/Modules"
      let source = try Self.text("Sources/\(folder)/\(type).swift")
      let initializers = Parser.parse(source: source).tokens(viewMode: .sourceAccurate)
        .compactMap { $0.parent?.as(InitializerDeclSyntax.self) }
        .map { initializer in
          let arguments = initializer.signature.parameterClause.parameters.map { parameter in
            parameter.firstName.tokenKind == .wildcard
              ? parameter.secondName?.text ?? "" : "\(parameter.firstName.text):"
          }
          return "\(name): \(arguments.joined(separator: " "))"
        }
      // There, the name of a free function is an argument of its manifest, and what a module
      // provides is a statement in it.
      let elsewhere = [
        "Launch": " name:", "On": " name:", "Module": " provides:",
      ][name]
      let expected = elsewhere.map { macro.replacing($0, with: "") } ?? macro
      #expect(initializers.contains(expected), "\(type)")
    }
  }
}
