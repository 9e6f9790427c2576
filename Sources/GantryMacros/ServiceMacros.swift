// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Marks a service that a module needs, and checks the marked property.
struct InjectMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard Placement.isMember(.inject, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .inject, attribute: node, context: context)
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let binding = variable.onlyBinding, binding.pattern.is(IdentifierPatternSyntax.self)
    else {
      context.refuse(node, .injectNotAProperty())
      return []
    }
    guard check.hasInstance(variable.modifiers),
      variable.typedMember.map({ check.hasUsableName($0.name) }) ?? true
    else { return [] }
    if let type = binding.typeAnnotation?.type,
      let name = type.wrappedBuiltIn ?? (node.labeledArguments.isEmpty ? nil : type.builtIn)
    {
      context.refuse(type, .injectBuiltIn(name))
      return []
    }
    if let key = node.serviceKey, let type = binding.typeAnnotation?.type,
      !type.withoutSpecifiers.is(FunctionTypeSyntax.self)
    {
      let reader = TokenSyntax.identifier(
        "@Sendable () -> \(type.trimmedDescription)", leadingTrivia: type.leadingTrivia,
        trailingTrivia: type.trailingTrivia)
      context.refuse(
        type, .injectNoReader(key.trimmedDescription, reader.text),
        fixIts: [Edit.exchange(type, with: reader, "replace with '\(reader.text)'")])
      return []
    }
    checkProperty(variable, binding, in: context)
    return MarkerArguments(.inject, node, of: declaration)?.members(in: context) ?? []
  }

  private static func checkProperty(
    _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax,
    in context: some MacroExpansionContext
  ) {
    if let accessors = binding.accessorBlock {
      context.refuse(accessors, .injectComputed())
    } else if binding.typeAnnotation == nil {
      context.refuse(binding.pattern, .injectUntyped())
    } else if let type = binding.typeAnnotation?.type, let wrapped = type.needlesslyOptional {
      context.refuse(
        type, .injectNeedlesslyOptional(wrapped.trimmedDescription),
        fixIts: [Edit.replace(type, with: wrapped, "remove '?'")])
    } else if let type = binding.typeAnnotation?.type, let wrapped = type.unwrapped,
      binding.initializer == nil
    {
      context.refuse(
        type, .injectUnwrapped(),
        fixIts: [
          Edit.replace(
            type, with: TypeSyntax(OptionalTypeSyntax(wrappedType: wrapped.trimmed)),
            "replace '!' with '?'")
        ])
    } else if let type = binding.typeAnnotation?.type, let (inside, service) = type.lazyOfOther {
      context.refuse(
        type, .injectLazyOfOther(service.trimmedDescription, inside.trimmedDescription))
    } else if let value = binding.initializer {
      var bare = binding
      bare.initializer = nil
      bare.typeAnnotation?.trailingTrivia = []
      context.refuse(
        value, .injectInitialized(),
        fixIts: [Edit.exchange(binding, with: bare, "remove the value")])
    } else if !variable.isLet {
      let constant = TokenSyntax.keyword(.let)
      context.refuse(
        variable.bindingSpecifier, .injectVariable(),
        fixIts: [
          Edit.replace(variable.bindingSpecifier, with: constant, "replace 'var' with 'let'")
        ])
    }
  }
}

/// A stored `let` that is marked `@Inject` and can be assigned by an initializer.
struct InjectedProperty {
  let name: TokenSyntax
  let type: TypeSyntax
  private let key: KeyPathExprSyntax?
  private let marked: MarkerArguments?

  init?(_ member: DeclSyntax) {
    guard let variable = member.as(VariableDeclSyntax.self), variable.isLet,
      let (name, type, binding) = variable.typedMember, binding.initializer == nil,
      binding.accessorBlock == nil, let attribute = member.attribute(of: .inject)
    else { return nil }
    self.name = name
    self.type = type
    key = attribute.serviceKey
    marked = MarkerArguments(.inject, attribute, of: member)
  }

  /// Returns the arguments of `inject` in a module and in its context.
  func arguments(in module: ModuleDeclaration) -> String {
    if let key { return key.trimmedDescription }
    let qualifier = marked?.expression("Gantry.ServiceQualifier?", in: module)
    return [type.metatype, qualifier].compactMap(\.self).joined(separator: ", ")
  }

  /// Returns the assignment in the generated initializer.
  func assignment(in module: ModuleDeclaration) -> String {
    "self.\(name.text) = try context.inject(\(arguments(in: module)))"
  }
}

extension VariableDeclSyntax {
  var isLet: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

  /// The binding, if there is exactly one.
  var onlyBinding: PatternBindingSyntax? { bindings.count == 1 ? bindings.first : nil }

  /// The parts of a variable of instances that has one name and a written type; nil for others.
  var typedMember: (name: TokenSyntax, type: TypeSyntax, binding: PatternBindingSyntax)? {
    guard modifiers.first(.static, .class) == nil, let binding = onlyBinding,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      let type = binding.typeAnnotation?.type
    else { return nil }
    return (name, type, binding)
  }
}

/// Marks a service that a module offers, and checks the marked member.
struct ProvidesMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard Placement.isMember(.provides, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .provides, attribute: node, context: context)
    let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers
    let name = declaration.as(VariableDeclSyntax.self)?.typedMember?.name
    guard check.hasInstance(modifiers ?? []),
      (name ?? declaration.as(FunctionDeclSyntax.self)?.name).map(check.hasUsableName) ?? true
    else { return [] }
    if let opaque = writtenType(of: declaration)?.firstOpaque {
      context.refuse(opaque, .providesOpaque(), fixIts: [Edit.replaceSome(opaque)])
    } else if ProvidedMember(DeclSyntax(declaration)) == nil {
      context.refuse(node, .providesNothing())
    } else if node.serviceKey == nil, let type = writtenType(of: declaration),
      let wrapped = type.optionalWrapped ?? type.unwrapped?.inParentheses
    {
      let mark = type.unwrapped == nil ? "?" : "!"
      context.refuse(
        type, .providesOptional(type.trimmedDescription, wrapped.trimmedDescription),
        fixIts: [Edit.replace(type, with: wrapped, "remove '\(mark)'")])
    }
    return MarkerArguments(.provides, node, of: declaration)?.members(in: context) ?? []
  }

  private static func writtenType(of declaration: some DeclSyntaxProtocol) -> TypeSyntax? {
    if let function = declaration.as(FunctionDeclSyntax.self) { return function.answerType }
    return declaration.as(VariableDeclSyntax.self)?.onlyBinding?.typeAnnotation?.type
  }
}

/// A protocol type under which a module itself is a service: an argument of `@Module(provides:)`.
struct ProvidedType {
  let argument: ExprSyntax
  let type: TypeSyntax
  var name: String { type.serviceName }

  init?(_ argument: ExprSyntax) {
    guard let type = argument.existential else { return nil }
    self.argument = argument
    self.type = type
  }

  /// Returns the types of a module without repetitions, which the check of the module reports.
  static func distinct(in module: ModuleDeclaration) -> [ProvidedType] {
    var seen: Set<String> = []
    return module.provided.compactMap { ProvidedType($0) }.filter { seen.insert($0.name).inserted }
  }
}

extension TypeSyntax {
  /// The type as it distinguishes services: without parentheses around it, and with single spaces.
  var serviceName: String {
    inParentheses.trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// A variable or parameterless function that is marked `@Provides` and has an explicit type.
struct ProvidedMember {
  let name: TokenSyntax
  let type: TypeSyntax
  /// Whether the member is declared nonisolated, so that the target's default doesn't matter.
  private let isNonisolated: Bool
  private let hasActor: Bool
  private let isFunction: Bool
  private let isAsync: Bool
  private let isThrowing: Bool
  private let isShort: Bool
  private let actor: (ModuleDeclaration) -> String?

  init?(_ member: DeclSyntax) {
    isShort = member.isShort
    if let function = member.as(FunctionDeclSyntax.self) {
      guard function.isPlain, function.parameters.isEmpty, let type = function.answerType else {
        return nil
      }
      name = function.name
      isNonisolated = function.modifiers.isNonisolated
      hasActor = !function.attributes.globalActors.isEmpty
      self.type = type
      isFunction = true
      isAsync = function.isAsync
      isThrowing = function.isThrowing
      actor = {
        FunctionIsolation.actor(of: function, in: $0, seen: function.seenActor(on: "module"))
      }
    } else if let variable = member.as(VariableDeclSyntax.self) {
      guard let (name, type, binding) = variable.typedMember else { return nil }
      self.name = name
      isNonisolated = variable.modifiers.isNonisolated
      hasActor = !variable.attributes.globalActors.isEmpty
      self.type = type
      isFunction = false
      let effects = binding.getter?.effectSpecifiers
      isAsync = effects?.asyncSpecifier != nil
      isThrowing = effects?.throwsClause != nil
      actor = { FunctionIsolation.actor(of: variable, in: $0, seen: $0.seenActor) }
    } else {
      return nil
    }
    if type.isOpaque { return nil }
  }

  /// Returns whether the member can be read synchronously from any thread.
  func isReadAnywhere(in module: ModuleDeclaration) -> Bool {
    !isThrowing && isMadeAnywhere(in: module)
  }

  /// Returns whether the member can be called synchronously from any thread; it may throw.
  func isMadeAnywhere(in module: ModuleDeclaration) -> Bool {
    guard !isAsync else { return false }
    return isNonisolated
      || !(module.isActor || hasActor || !module.attributes.globalActors.isEmpty)
  }

  /// Returns the expression that reads the service.
  func call(on base: String, in module: ModuleDeclaration) -> CallText {
    CallText(
      call: "\(base).\(name.text)\(isFunction ? "()" : "")", isAsync: isAsync,
      isThrowing: isThrowing, isOnOneLine: isShort, actor: actor(module),
      coercion: type.isExistentialMetatype ? type : nil)
  }
}

extension PatternBindingSyntax {
  /// The explicit getter, which begins with `get`.
  var getter: AccessorDeclSyntax? {
    guard case .accessors(let list) = accessorBlock?.accessors else { return nil }
    return list.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }
  }
}

extension AttributeSyntax {
  /// The key of a keyed service; nil for a service that has none.
  var serviceKey: KeyPathExprSyntax? {
    guard let first = labeledArguments.first, first.label == nil else { return nil }
    return first.expression.as(KeyPathExprSyntax.self)
  }

  /// The qualifier that distinguishes services of one type, as written; nil if there is none.
  var serviceQualifier: String? {
    guard let first = labeledArguments.first, first.label == nil, serviceKey == nil else {
      return nil
    }
    return first.expression.trimmedDescription
  }
}
