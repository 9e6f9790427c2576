// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// Writes the members that are added to a module.
struct ModuleMemberWriter {
  private let module: ModuleDeclaration
  private let context: any MacroExpansionContext

  init(_ module: ModuleDeclaration, in context: some MacroExpansionContext) {
    self.module = module
    self.context = context
  }

  func members() -> [DeclSyntax] {
    var members: [String] = []
    if !module.declares("resources") { members.append(resources) }
    if !module.declares("log") { members.append(log) }
    if !module.hasInitializer { members.append(initializer) }
    members.append(manifest(ManifestWriter(module, in: context).statements()))
    if module.asksActor { members.append("private static func __gantryActor() {}") }
    if !module.isUnlisted { members.append(record) }
    return members.map { DeclSyntax(text: $0) }
  }

  /// Returns the members without which a module has no conformance, for one that is refused.
  func stubs() -> [DeclSyntax] {
    var members: [String] = []
    if !module.hasInitializer {
      members.append(
        "\(module.access)\(required)init(context: Gantry.ModuleContext) { Swift.fatalError() }")
    }
    if !module.declares("manifest") {
      members.append(
        """
        \(module.access)nonisolated static var manifest: Gantry.ModuleManifest {
          Swift.fatalError()
        }
        """)
    }
    return members.map { DeclSyntax(text: $0) }
  }

  private var required: String { module.isFinal ? "" : "required " }

  private var typeName: String { module.name.text }

  private var resources: String {
    """
    /// The files that the module's target brings along.
    \(module.access)nonisolated static let resources: Gantry.ModuleResources = \
    Gantry.ModuleResources(of: \(typeName).self)
    """
  }

  // Never public: a file with a public module doesn't need to import the logging library.
  private var log: String {
    """
    /// The module's log.
    nonisolated static let log: Gantry.ModuleLogger = \
    Gantry.MacroSupport.logger(\(nameText))
    """
  }

  private var nameText: String {
    var options = module.options
    let name = options.take("name")
    return name.map(\.description).flatMap { $0 == "nil" ? nil : $0 } ?? module.defaultName.quoted
  }

  private var initializer: String {
    var statements = PlacedStatements(in: context)
    let assignments = module.members.text { placed in
      InjectedProperty(placed.member).map {
        statements.place($0.assignment(in: module), at: placed.member, path: placed.path)
      }
    }
    let body =
      assignments.isEmpty ? " " : "\n\("\(assignments)\n#sourceLocation()".indented())\n"
    return """
      /// Creates the module with the services that it asks for.
      \(module.access)\(required)init(context: Gantry.ModuleContext) throws {\(body)}
      """
  }

  private func manifest(_ statements: String) -> String {
    var options = module.options
    _ = options.take("name")
    let arguments = ["name: \(nameText)", options.text].filter { !$0.isEmpty }
    let isPlain = module.options.isPlain
    let full = """
      Gantry.ModuleManifest(\(isPlain ? "\n  " : "")\
      of: \(typeName).self, Gantry.ModuleOptions(\(arguments.joined(separator: ", "))),
        line: \(context.lineText(of: module.attribute))\(isolation)
      ) { \(statements.isEmpty ? "_ in" : "module in\n\(statements.indented())")
      }
      """
    // The statements end with a reset of their own.
    let end = isPlain || !statements.isEmpty ? "" : "\n#sourceLocation()"
    func placed(_ text: String) -> String {
      var statements = PlacedStatements(in: context)
      return isPlain ? text : statements.place(text, at: module.attribute) + end
    }
    // A release build keeps only the conformance, which the compiler requires.
    let body =
      module.options.isDebugOnly
      ? """
      #if DEBUG
      \(placed("return \(full)"))
      #else
      return Gantry.ModuleManifest(of: \(typeName).self, Gantry.ModuleOptions()) { _ in }
      #endif
      """ : placed(full)
    return """
      /// The module's tasks, handlers, services and edges.
      \(module.access)nonisolated static var manifest: Gantry.ModuleManifest {
      \(body.indented())
      }
      """
  }

  /// The argument that shows whether the module is created on the main actor, and whether its
  /// `init` suspends.
  ///
  /// It is empty if the name of its `init` is ambiguous.
  private var isolation: String {
    let initializers = module.plainInitializers
    guard initializers.count <= 1 else { return "" }
    if initializers.first?.signature.effectSpecifiers?.asyncSpecifier != nil {
      // The type of an asynchronous `init` doesn't name its actor, which is an argument instead.
      let actor = initializers.first.flatMap { own in
        module.isActor
          ? nil : FunctionIsolation.actor(of: own, in: module, seen: module.seenActor)
      }
      return ",\n  isolation: (() async -> Swift.Void).self" + (actor.map { ", \($0)" } ?? "")
    }
    return ",\n  isolation: Swift.type(of: \(typeName).init(context:))"
  }

  private var record: String {
    LinkRecordText.member(
      named: "__gantryRecord", manifest: "\(typeName).manifest", on: module.availability
    ).guarded(module.options.isDebugOnly)
  }
}
