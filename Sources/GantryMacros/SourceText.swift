// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Returns the line of a node, as an argument; `#line` if it is unknown.
  ///
  /// The file is that of the expansion, so a registration needs no text for it.
  func lineText(of node: some SyntaxProtocol) -> String {
    location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID)?.line.trimmedDescription
      ?? "#line"
  }
}

extension String {
  /// Returns the text with every line indented.
  func indented(by spaces: Int = 2) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : String(repeating: " ", count: spaces) + $0 }
      .joined(separator: "\n")
  }

  /// The text; inside of `#if DEBUG` where only a debug build has it.
  func guarded(_ isDebugOnly: Bool) -> String {
    isDebugOnly ? "#if DEBUG\n\(self)\n#endif" : self
  }
}

extension SyntaxProtocol {
  /// Whether the code has at most two lines.
  var isShort: Bool { trimmedDescription.utf8.count { $0 == UInt8(ascii: "\n") } < 2 }
}

extension DeclSyntax {
  /// Creates a declaration from source text.
  init(text: String) { self = "\(raw: text)" }
}

/// Statements of an expansion, each at the line of the user's code that it comes from.
///
/// The compiler shows their errors there, and `#sourceLocation()` ends them. A `#sourceLocation`
/// costs the compiler more than half as much as the statement after it. So it is written only if
/// empty lines can't lead from one statement to the line of the next.
struct PlacedStatements {
  private let context: any MacroExpansionContext
  /// The position that the text has reached; nil if it is unknown.
  private var reached: (file: String, line: Int, path: [[Int]])?

  /// The largest number of consecutive empty lines.
  private static let maximumGap = 100

  init(in context: some MacroExpansionContext) { self.context = context }

  /// Returns the next statement, with the lines that move it to its position.
  ///
  /// - Parameters:
  ///   - statement: The lines of source text.
  ///   - node: The user's code.
  ///   - path: The branches of `#if` around the statement.
  ///   - leading: The number of lines in the statement before the one that belongs to the node.
  mutating func place(
    _ statement: String, at node: some SyntaxProtocol, path: [[Int]] = [], leading: Int = 0
  ) -> String {
    guard let place = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath),
      place.file.literalText != nil, let written = Int(place.line.trimmedDescription)
    else {
      reached = nil
      return statement
    }
    let (file, line) = (place.file.trimmedDescription, written - leading)
    let height = statement.utf8.count { $0 == UInt8(ascii: "\n") } + 1
    defer {
      let isMoved = statement.contains("#sourceLocation")
      reached = isMoved ? nil : (file, line + height, path)
    }
    if let reached, reached.file == file, reached.path == path,
      (0...Self.maximumGap).contains(line - reached.line)
    {
      return String(repeating: "\n", count: line - reached.line) + statement
    }
    return "#sourceLocation(file: \(file), line: \(line))\n\(statement)"
  }
}

/// A call of the user's code, in the forms that the bodies of an expansion need.
struct CallText {
  let call: String
  let isAsync: Bool
  let isThrowing: Bool
  /// Whether the call's result is dropped.
  var isResultDropped = false
  /// Whether the result is returned explicitly. If a body should return nothing, a function with a
  /// result is then an error.
  var isReturned = false
  /// Whether the call is in an asynchronous body and may need no `await`.
  var mayNotSuspend = false
  /// The kind of body that it is in on the background lane.
  var backgroundBody = ".background"
  /// Whether the statement around the call is on one line.
  ///
  /// It is if the bodies name the user's types, which may be wrong. It also is if the user's
  /// function is that short, so that the next statement can begin at its own line.
  var isOnOneLine = false
  /// The name of the context in the bodies.
  var context = "context"
  /// The type under which a launch task's context receives the result; nil if it doesn't.
  var result: String?
  /// The actor of an asynchronous function, as an argument of `MacroSupport.run`; nil if it has
  /// none.
  var actor: String?
  /// The type of a value that a generic function takes for one of another type; nil for all others.
  var coercion: TypeSyntax?

  private var effect: String { isThrowing ? "try " : "" }
  private var drop: String { isReturned ? "return " : isResultDropped ? "_ = " : "" }

  /// The call in a body with the same isolation, if the result counts.
  var answer: String { (isReturned ? "return " : "") + effect + call }

  /// The call in a body with the same isolation.
  var direct: String { handing(call, "try ") ?? drop + effect + call }

  /// The call in an asynchronous body, for code that may or may not need `await`.
  ///
  /// The detour always needs `await`. A superfluous one would be a warning in the user's code.
  var hopping: String {
    let coercion = coercion.map { " as \($0.trimmed)" } ?? ""
    let value = "Gantry.MacroSupport.value(\(call)\(coercion))"
    return handing(value, "try await ") ?? drop + effect + "await " + value
  }

  /// The call in an asynchronous body, for code that certainly needs `await`.
  var awaited: String {
    if mayNotSuspend { return hopping }
    let awaited = handing(call, "try await ") ?? drop + effect + "await " + call
    guard isAsync, let actor else { return awaited }
    let effect = result == nil ? effect : "try "
    return (isReturned ? "return " : "") + effect
      + "await Gantry.MacroSupport.run(\(actor)) { \(awaited) }"
  }

  /// Returns a closure with a form of the call as its body.
  func closure(_ parameters: String, _ body: String) -> String {
    isOnOneLine ? "{ \(parameters) in \(body) }" : "{ \(parameters) in\n  \(body)\n}"
  }

  /// Returns the statement that passes a value to the context; its `try` and `await` cover the call
  /// in it.
  private func handing(_ value: String, _ effects: String) -> String? {
    result.map { "\(effects)\(context).setResult(\(value), as: \($0))" }
  }
}

/// The link-time record of a manifest, as source text.
enum LinkRecordText {
  /// The static member that the linker collects.
  ///
  /// - Parameters:
  ///   - name: The member's name.
  ///   - manifest: The expression that makes the manifest; it must not need `Self`.
  ///   - availability: The systems on which the manifest exists.
  static func member(
    named name: String, manifest: String, on availability: Availability
  ) -> String {
    """
    #if objectFormat(ELF)
    @section(".note.gantry")
    #elseif objectFormat(MachO)
    @section("__DATA_CONST,__gantry")
    #endif
    @used
    private nonisolated static let \(name): Gantry.MacroSupport.Record = (
      4, 24, 1, 0x0052_5447, 1, 0,
      { out, type in unsafe Gantry.MacroSupport.store(\(manifest), at: out, as: type\(availability.argument)) }, 0
    )
    """
  }
}

/// The statement that registers a task or handler with a builder.
///
/// The user's types and arguments, which may be wrong, are all on its first line. The compiler
/// shows that line as the line of the function.
enum RegistrationText {
  /// Returns the registration of a function without an answer.
  ///
  /// - Parameters:
  ///   - verb: The builder and its method, for example `module.on`.
  ///   - head: The arguments before the bodies.
  ///   - parameters: The parameters of the bodies.
  ///   - call: The call of the user's function.
  ///   - isolation: The type that determines the lane, as an expression; nil for the background.
  ///   - type: The type of the body, if it makes an error clearer.
  static func make(
    _ verb: String, _ head: String, _ parameters: String, _ call: CallText, isolation: String?,
    type: String = ""
  ) -> String {
    guard let isolation else {
      let body = "\(type)\(call.backgroundBody) \(call.closure(parameters, call.awaited))"
      return "\(verb)(\(head), body: \(body))"
    }
    let parts = [
      "\(verb)(\(head), body: \(type).isolated(like: \(isolation)",
      "main: { \(parameters) in \(call.direct) }",
      "background: { \(parameters) in \(call.hopping) }))",
    ]
    return parts.joined(separator: call.isOnOneLine ? ", " : ",\n  ")
  }

  /// Returns the registration of an asynchronous handler that may belong to an actor.
  static func asynchronous(
    _ verb: String, _ head: String, _ parameters: String, _ call: CallText
  ) -> String {
    guard let actor = call.actor else {
      return make(verb, head, parameters, call, isolation: nil)
    }
    // The library calls the body on the actor, where the handler may have to begin.
    var call = call
    call.actor = nil
    let receiver = parameters.prefix { $0 != "," }
    let place = actor.replacing("on: ", with: "on: { \(receiver) in ", maxReplacements: 1) + " }"
    return "\(verb)(\(head), body: .background(\(place)) \(call.closure(parameters, call.awaited)))"
  }

  /// Returns the registration of a handler whose answer counts.
  static func answering(
    _ verb: String, _ head: String, _ parameters: String, _ call: CallText
  ) -> String {
    "\(verb)(\(head), body: .answering { \(parameters) in \(call.answer) })"
  }
}

/// A fix-it for a mistake.
struct Edit: FixItMessage {
  let message: String
  var fixItID: MessageID { MessageID(domain: "Gantry", id: "replace") }

  /// Replaces a node, keeping the whitespace around it.
  static func replace<Node: SyntaxProtocol>(_ old: Node, with new: Node, _ text: String) -> FixIt {
    exchange(
      old,
      with: new.with(\.leadingTrivia, old.leadingTrivia).with(\.trailingTrivia, old.trailingTrivia),
      text)
  }

  /// Replaces a node, together with the whitespace around it.
  static func exchange(
    _ old: some SyntaxProtocol, with new: some SyntaxProtocol, _ text: String
  ) -> FixIt {
    FixIt(
      message: Edit(message: text),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }

  /// Replaces `some` with `any`.
  static func replaceSome(_ opaque: SomeOrAnyTypeSyntax) -> FixIt {
    var named = opaque
    named.someOrAnySpecifier.tokenKind = .keyword(.any)
    return replace(opaque, with: named, "replace 'some' with 'any'")
  }

  /// Removes a node with the space after it.
  static func remove(_ old: some SyntaxProtocol, _ text: String) -> FixIt {
    exchange(old, with: TokenSyntax.identifier("", leadingTrivia: old.leadingTrivia), text)
  }
}
