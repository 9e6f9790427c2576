// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// The arguments of a marker in a module, as `@Module` passes them on.
///
/// The compiler checks arguments in the marker, and would report a mistake in a copy again. So only
/// arguments that are certainly correct are copied. All others are in a member that the marker's
/// own macro generates. If the compiler rejects the arguments, that member doesn't exist, and the
/// one that every `Module` has replaces it.
struct MarkerArguments {
  private let attribute: AttributeSyntax
  private let tag: String
  private let values: [(type: String, value: String)]
  /// The attributes that say from which system on the member exists.
  private let availability: String

  init?(_ marker: Marker, _ attribute: AttributeSyntax, of member: some DeclSyntaxProtocol) {
    self.attribute = attribute
    availability = member.availability.attributes
    let subject =
      member.as(FunctionDeclSyntax.self)?.identity ?? member.names.first?.identifierName ?? ""
    tag = "\(marker.rawValue)_\(subject)".asIdentifier
    var options = OptionList(attribute)
    // Only a free function has a name apart from its own; the marker reports all others.
    if [.launch, .on, .route, .intercept].contains(marker) { _ = options.take("name") }
    let first = options.arguments.first { $0.label == nil }?.value.description
    switch marker {
    case .launch:
      values = [("Gantry.TaskOptions", "Gantry.TaskOptions(\(options.text))")]
    case .on:
      let name = options.take("named").map { [("Swift.String", $0.description)] } ?? []
      values = name + [("Gantry.HandlerOptions", "Gantry.HandlerOptions(\(options.text))")]
    case .run:
      values = [("Gantry.RunOptions", "Gantry.RunOptions(\(options.text))")]
    case .shutdown:
      values = [("Gantry.ShutdownOptions", "Gantry.ShutdownOptions(\(options.text))")]
    case .provides:
      guard attribute.serviceKey == nil else { return nil }
      values = [("Gantry.ProvideOptions", "Gantry.ProvideOptions(\(options.text))")]
    case .inject:
      guard attribute.serviceKey == nil else { return nil }
      values = first.map { [("Gantry.ServiceQualifier?", $0)] } ?? []
    case .intercept:
      while options.take(nil) != nil {}
      values = [("Gantry.InterceptorOptions", "Gantry.InterceptorOptions(\(options.text))")]
    case .route:
      _ = options.take(nil)
      values = [("Gantry.RouteOptions", "Gantry.RouteOptions(\(options.text))")]
    }
    isPlain = attribute.isPlain(for: marker)
  }

  /// Whether the arguments are copied.
  private let isPlain: Bool

  /// Returns the members that hold the arguments, if they aren't copied.
  func members(in context: some MacroExpansionContext) -> [DeclSyntax] {
    guard !isPlain else { return [] }
    return values.map { type, value in
      var statements = PlacedStatements(in: context)
      return DeclSyntax(
        text: """
          \(availability)private nonisolated static func __gantry(_: \(tagType).Type) -> \(type) {
          \(statements.place("return \(value)", at: attribute))
            #sourceLocation()
          }
          """)
    }
  }

  /// The expression of the arguments; nil where the marker has none of this type.
  ///
  /// - Parameters:
  ///   - type: The type of the arguments.
  ///   - module: The module that has the marked member; nil at file scope, where they are copied.
  func expression(_ type: String, in module: ModuleDeclaration?) -> String? {
    guard let value = values.first(where: { $0.type == type })?.value else { return nil }
    guard let module, !isPlain else { return value }
    return "(\(module.name.text).__gantry(\(tagType).self) as \(type))"
  }

  /// The event of a handler, as the first argument of its registration: `named:` a name, or a type.
  func event(_ parameter: FunctionParameterSyntax, in module: ModuleDeclaration?) -> String {
    expression("Swift.String", in: module).map { "named: \($0)" }
      ?? "\(parameter.type.withoutSpecifiers).self"
  }

  /// A type that no other marker in the module has, because a tuple's labels are part of its type.
  private var tagType: String { "(\(tag): Swift.Void, _: Swift.Void)" }
}

extension FunctionDeclSyntax {
  /// The name and the parts that distinguish overloads: `open(_: OpenURL) async`.
  var identity: String {
    let parameters = parameters.map {
      "\($0.firstName.text.identifierName): \($0.type.trimmedDescription)\($0.ellipsis?.text ?? "")"
    }
    let text =
      "\(name.text.identifierName)(\(parameters.joined(separator: ", ")))\(isAsync ? " async" : "")"
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension String {
  /// The text with an underscore for each character that an identifier can't contain.
  var asIdentifier: String {
    unicodeScalars.map { $0.isInIdentifier ? String($0) : "_" }.joined()
  }

  /// A name in the source as a part of an identifier that no other name has: with a number for each
  /// character that only a raw identifier or an emoji contains.
  var identifierName: String {
    unicodeScalars.filter { $0 != "`" }.map { scalar in
      scalar == "_" || scalar.isInIdentifier
        ? String(scalar) : "_\(String(scalar.value, radix: 16))_"
    }.joined()
  }
}

extension Unicode.Scalar {
  fileprivate var isInIdentifier: Bool {
    properties.isAlphabetic || properties.numericType != nil
  }
}

extension OptionList {
  /// Whether the compiler accepts a copy of the arguments wherever it accepts the arguments.
  ///
  /// Other code may be isolated: in a target whose default is the main actor, so is a constant.
  var isPlain: Bool {
    let known: [String: Set<String>] = [
      "stage": [".beforeReady", ".afterReady", ".idle", ".onDemand"],
      "priority": ["1", ".high", ".standard", ".low"], "essential": ["true"],
      "enabled": [".debug", ".environment(\"\")", ".config(\"\")"],
    ]
    return arguments.allSatisfy { argument in
      argument.value.is(NilLiteralExprSyntax.self)
        || (known[argument.label ?? ""] ?? ["\"\""]).contains(argument.value.shape ?? "")
    }
  }
}

extension Marker {
  /// The arguments in their order, each with the shapes that are certainly correct.
  fileprivate var plainArguments: [(label: String, shapes: Set<String>)] {
    let names: Set = ["\"\""]
    let duration: Set = [".seconds(1)", ".milliseconds(1)", ".microseconds(1)", ".nanoseconds(1)"]
    let retry: Set = [".never", ".backoff", ".backoff(1)", ".immediately(1)", ".unlimited"]
    let presentations: Set = [".push", ".sheet", ".fullScreen", ".root", ".tab(\"\")"]
    return switch self {
    case .launch:
      [
        ("", [".first", ".beforeReady", ".afterReady", ".idle", ".onDemand"]),
        ("requires", names),
        ("wants", names), ("after", names), ("before", names), ("requiredBy", names),
        ("wantedBy", names), ("priority", ["1", ".high", ".standard", ".low"]),
        ("concurrent", ["true"]),
        ("timeout", duration), ("retry", retry),
        ("essential", ["true"]), ("enabled", [".debug", ".environment(\"\")", ".config(\"\")"]),
      ]
    case .on:
      [
        ("named", names), ("backgroundTask", names), ("", [".every", ".once"]),
        ("priority", ["1", ".high", ".standard", ".low"]),
        ("order", [".concurrent", ".serial"]),
        ("backlog", [".unlimited", ".newest(1)", ".oldest(1)"]),
      ]
    case .run:
      [
        ("", [".onFailure", ".always"]), ("retry", retry), ("within", duration),
        ("ready", [".atOnce", ".whenReported"]),
      ]
    case .shutdown: [("timeout", duration)]
    case .provides:
      [("", names), ("scope", [".shared", ".unique"]), ("fallback", ["true"])]
    case .inject: [("", names)]
    case .route:
      [("", names), ("access", [".internal", ".external"]), ("shown", presentations)]
    case .intercept:
      [
        ("", names), ("priority", ["1", ".high", ".standard", ".low"]),
        ("asksPerson", ["true"]),
      ]
    }
  }
}

extension AttributeSyntax {
  /// Returns whether the arguments are certainly correct: literals and known members, in order.
  fileprivate func isPlain(for marker: Marker) -> Bool {
    let order = marker.plainArguments
    var lists: Set = [
      "requires", "wants", "after", "before", "requiredBy", "wantedBy", "enabled",
      "backgroundTask",
    ]
    if marker == .intercept { lists.insert("") }
    var index = -1
    return labeledArguments.allSatisfy { argument in
      let label = argument.label?.text ?? ""
      let goesOn = index >= 0 && label.isEmpty && lists.contains(order[index].label)
      if !goesOn {
        guard let next = order.indices.first(where: { $0 > index && order[$0].label == label })
        else { return false }
        index = next
      }
      return argument.expression.shape.map(order[index].shapes.contains) ?? false
    }
  }
}

extension ExprSyntax {
  /// The shape of a literal or an implicit member, with a plain value for each literal:
  /// `.seconds(1)`.
  ///
  /// It is nil for any other expression.
  fileprivate var shape: String? {
    if literalText != nil { return "\"\"" }
    if self.is(IntegerLiteralExprSyntax.self) { return "1" }
    if let signed = self.as(PrefixOperatorExprSyntax.self), signed.operator.text == "-",
      signed.expression.is(IntegerLiteralExprSyntax.self)
    {
      return "1"
    }
    if self.is(BooleanLiteralExprSyntax.self) { return "true" }
    if let member = self.as(MemberAccessExprSyntax.self), member.base == nil {
      return ".\(member.declName.trimmedDescription)"
    }
    guard let call = self.as(FunctionCallExprSyntax.self), let member = call.calledExpression.shape,
      member.hasPrefix("."), call.trailingClosure == nil, call.arguments.count == 1,
      let argument = call.arguments.first, argument.label == nil,
      let value = argument.expression.shape
    else { return nil }
    return "\(member)(\(value))"
  }
}

extension AttributeSyntax {
  /// The attribute's name without a module before it.
  var baseName: String {
    if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
    return attributeName.as(IdentifierTypeSyntax.self)?.name.text ?? ""
  }

  /// Whether the attribute names the main actor.
  var isOnMainActor: Bool { baseName == "MainActor" }

  /// The arguments as written; empty if there are none.
  var labeledArguments: [LabeledExprSyntax] {
    guard case .argumentList(let list) = arguments else { return [] }
    return Array(list)
  }
}

extension AttributeListSyntax {
  /// Whether `@Module` is among the attributes inside `#if`.
  var hasConditionalModule: Bool {
    contains { element in
      guard case .ifConfigDecl(let config) = element else { return false }
      return config.clauses.contains { clause in
        guard case .attributes(let list) = clause.elements else { return false }
        return list.first(named: "Module") != nil || list.hasConditionalModule
      }
    }
  }

  /// All attributes of the list, except those inside `#if`.
  var plain: [AttributeSyntax] { compactMap { $0.as(AttributeSyntax.self) } }

  /// Returns the first attribute with this name.
  func first(named name: String) -> AttributeSyntax? { plain.first { $0.baseName == name } }

  /// The `@available` attributes, a line each, as a declaration of an expansion repeats them.
  var availability: String {
    plain.filter { $0.baseName == "available" }.map { "\($0.trimmed)\n" }.joined()
  }

  /// The attributes that put a declaration on a global actor.
  var globalActors: [AttributeSyntax] { plain.filter { $0.baseName.hasSuffix("Actor") } }

  /// Whether there may be a global actor whose name doesn't show that it is one, or one inside `#if`.
  var mayNameActor: Bool {
    contains { element in
      guard case .attribute(let attribute) = element else { return true }
      let name = attribute.baseName
      return name.first?.isUppercase == true && name != "Module" && Marker(attribute) == nil
        && !name.hasSuffix("Actor")
    }
  }

  /// Whether an attribute names the main actor.
  var isOnMainActor: Bool { globalActors.contains(where: \.isOnMainActor) }

  /// Whether an attribute names a global actor other than the main one.
  var hasCustomActor: Bool { !globalActors.allSatisfy(\.isOnMainActor) }
}

extension DeclModifierListSyntax {
  /// Returns the first modifier with one of these keywords, without a detail such as
  /// `private(set)`.
  func first(_ keywords: Keyword...) -> DeclModifierSyntax? {
    first { modifier in
      modifier.detail == nil
        && keywords.contains { modifier.name.tokenKind == .keyword($0) }
    }
  }

  /// Whether the declaration is told to belong to no actor.
  var isNonisolated: Bool { contains { $0.name.tokenKind == .keyword(.nonisolated) } }

  /// The modifier for members of a type that others need, with a space after it where there is one.
  var memberAccess: String {
    switch first(.public, .open, .package, .fileprivate, .private)?.name.tokenKind {
    case .keyword(.public), .keyword(.open): "public "
    case .keyword(.package): "package "
    case .keyword(.fileprivate), .keyword(.private): "fileprivate "
    default: ""
    }
  }
}

extension MacroExpansionContext {
  /// Returns the modifier for members that others need of a type with these modifiers, which may
  /// have its access from the extension around it.
  func memberAccess(_ modifiers: DeclModifierListSyntax) -> String {
    let levels: [Keyword] = [.public, .open, .package, .internal, .fileprivate, .private]
    let isWritten = modifiers.contains { modifier in
      levels.contains { modifier.detail == nil && modifier.name.tokenKind == .keyword($0) }
    }
    let extended = lexicalContext.first?.as(ExtensionDeclSyntax.self)
    return (isWritten ? modifiers : extended?.modifiers ?? []).memberAccess
  }

  /// The name of the innermost private type around a declaration, unless it is at file scope.
  var privateSurrounding: String? {
    lexicalContext.dropLast().lazy.compactMap { outer -> String? in
      guard let type = outer.asProtocol((any NamedDeclSyntax).self),
        outer.asProtocol((any WithModifiersSyntax).self)?.modifiers.first(.private) != nil
      else { return nil }
      return type.name.plainName
    }.first
  }
}

extension String {
  /// The text as a string literal. A raw identifier can have quotation marks, but no backslashes.
  var quoted: String {
    "\"\(split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\""))\""
  }
}

extension TokenSyntax {
  /// The identifier without backticks.
  var plainName: String { text.filter { $0 != "`" } }

  /// The name as the label of an argument. There, few keywords need backticks, and the compiler warns
  /// of those around other ones.
  var argumentLabel: String {
    let isWord =
      plainName.first?.isNumber == false
      && plainName.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isWord && !["inout", "let", "var"].contains(plainName) ? plainName : text
  }
}
