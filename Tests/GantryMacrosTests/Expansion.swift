// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import GantryMacros

/// The macros, as registered with the compiler.
let macroSpecs = specs(conforming: false)

/// - Parameter conforming: Whether the types conform to the macros' protocols without them.
private func specs(conforming: Bool) -> [String: MacroSpec] {
  [
    "Module": MacroSpec(type: ModuleMacro.self, conformances: conforming ? [] : ["Module"]),
    "Launch": MacroSpec(type: LaunchMacro.self),
    "On": MacroSpec(type: OnMacro.self),
    "Run": MacroSpec(type: RunMacro.self),
    "Shutdown": MacroSpec(type: ShutdownMacro.self),
    "Provides": MacroSpec(type: ProvidesMacro.self),
    "Inject": MacroSpec(type: InjectMacro.self),
    "Route": MacroSpec(type: RouteMacro.self),
    "Intercept": MacroSpec(type: InterceptMacro.self),
    "RoutePattern": MacroSpec(
      type: RoutePatternMacro.self, conformances: conforming ? [] : ["TypedRoute", "ObjectRoute"]),
    "NotFromURL": MacroSpec(type: NotFromURLMacro.self),
  ]
}

/// Expects one source to expand to another without diagnostics.
func expectExpansion(
  of source: String, is expanded: String, at place: Testing.SourceLocation = #_sourceLocation
) {
  assertMacroExpansion(
    source, expandedSource: expanded, macroSpecs: macroSpecs, testModuleName: "Orders",
    testFileName: "OrdersModule.swift", indentationWidth: .spaces(2)
  ) { failure in
    Issue.record(Comment(rawValue: failure.message), sourceLocation: place)
  }
}

/// The expansion of a source, and its diagnostics.
struct Expansion {
  let text: String
  private let source: String
  private let context: BasicMacroExpansionContext

  /// - Parameters:
  ///   - source: The source.
  ///   - conforming: Whether its types conform to the macros' protocols without them.
  init(_ source: String, conforming: Bool = false) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Orders", fullFilePath: "OrdersModule.swift")])
    text =
      file.expand(
        macroSpecs: specs(conforming: conforming),
        contextGenerator: {
          BasicMacroExpansionContext(
            sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
        }, indentationWidth: .spaces(2)
      ).description
    self.source = source
    self.context = context
  }

  /// Each diagnostic in one line: `line: message | fix`.
  var messages: [String] {
    context.diagnostics.map { diagnostic in
      let line = context.location(
        for: diagnostic.position, anchoredAt: diagnostic.node, fileName: ""
      ).line
      return (["\(line): \(diagnostic.message)"] + diagnostic.fixIts.map(\.message.message))
        .joined(separator: " | ")
    }
  }

  /// The source after the first fix-it of each diagnostic.
  var fixed: String {
    var bytes = Array(source.utf8)
    let edits = context.diagnostics.flatMap { diagnostic in
      diagnostic.fixIts.prefix(1).flatMap(\.edits).map { edit in
        let start = context.location(
          for: edit.range.lowerBound, anchoredAt: diagnostic.node, fileName: ""
        ).offset
        let length = edit.range.upperBound.utf8Offset - edit.range.lowerBound.utf8Offset
        return (start..<start + length, edit.replacement)
      }
    }
    for (range, text) in edits.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      bytes.replaceSubrange(range, with: Array(text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
