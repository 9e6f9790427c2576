// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Marks a launch task of a module, or generates the record of one at file scope.
struct LaunchMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let placement = Placement(context)
    guard placement.isCalled(.launch, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .launch, attribute: node, context: context)
    SignatureCheck.checkNames(of: node, in: context)
    guard let function = check.function(declaration) else { return [] }
    let fault = function.launchFault
    if let fault { context.report(fault) }
    if case .fileScope = placement {
      return fault == nil ? FreeFunctionWriter(function, node, in: context).task() : []
    }
    // With backticks, `init` is an ordinary name, but no task may have it.
    if function.name.plainName == "init" { context.refuse(function.name, .taskNamedInit()) }
    check.refuseName(of: function)
    return MarkerArguments(.launch, node, of: declaration)?.members(in: context) ?? []
  }
}

/// Marks an event handler of a module, or generates the record of one at file scope.
struct OnMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let placement = Placement(context)
    guard placement.isCalled(.on, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .on, attribute: node, context: context)
    SignatureCheck.checkNames(of: node, in: context)
    guard let function = check.function(declaration),
      hasEvent(function, node, in: context), canAnswer(function, at: placement, in: context)
    else { return [] }
    guard case .fileScope = placement else {
      check.refuseName(of: function)
      return MarkerArguments(.on, node, of: declaration)?.members(in: context) ?? []
    }
    return FreeFunctionWriter(function, node, in: context).handler()
  }

  private static func hasEvent(
    _ function: FunctionDeclSyntax, _ attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> Bool {
    guard let event = function.parameters.first, !event.type.isModuleContext else {
      return context.refuse(function.signature.parameterClause, .noEvent())
    }
    if event.type.isInout { return context.refuse(event.type, .eventOwnership()) }
    guard event.isEvent else { return refuse(event, attribute, in: context) }
    guard function.eventParameter != nil else {
      return context.refuse(function.signature.parameterClause, .tooManyParameters())
    }
    return hasBackgroundTask(event, attribute, in: context)
  }

  /// Reports empty identifiers of background tasks, and those at a handler of another event.
  private static func hasBackgroundTask(
    _ event: FunctionParameterSyntax, _ attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> Bool {
    let identifiers = OptionList(attribute).arguments.filter { $0.label == "backgroundTask" }
    guard !identifiers.isEmpty else { return true }
    let type = event.type.withoutSpecifiers.description
    guard type.split(separator: ".").last == "PerformBackgroundTask" else {
      return context.refuse(event.type, .backgroundTask(type))
    }
    let empty = identifiers.first { $0.original.literalText?.isEmpty == true }
    return empty.map { context.refuse($0.original, .emptyBackgroundTask()) } ?? true
  }

  /// Reports a parameter that cannot be an event.
  private static func refuse(
    _ event: FunctionParameterSyntax, _ attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> Bool {
    let type = event.type.withoutSpecifiers
    let text = type.description + (event.ellipsis?.text ?? "")
    if attribute.labeledArguments.contains(where: { $0.label?.text == "named" }) {
      return context.refuse(event.type, .namedEvent(text))
    }
    if let wrapped = type.optionalWrapped, wrapped.isNamed, !wrapped.isStandard {
      return context.refuse(
        event.type, .eventOptional(text, wrapped.trimmedDescription),
        fixIts: [Edit.replace(event.type, with: wrapped, "remove '?'")])
    }
    let isValue =
      event.ellipsis == nil && !type.is(SomeOrAnyTypeSyntax.self)
      && !type.is(CompositionTypeSyntax.self)
    return context.refuse(event.type, isValue ? .eventValue(text) : .eventType(text))
  }

  private static func canAnswer(
    _ function: FunctionDeclSyntax, at placement: Placement,
    in context: some MacroExpansionContext
  ) -> Bool {
    guard let answer = function.answerType else { return true }
    if function.isAsync { return context.refuse(answer, .asyncAnswer()) }
    var type: (any DeclGroupSyntax)?
    if case .module(let module) = placement { type = module }
    let isOnOtherActor = FunctionIsolation.isOnOtherActor(
      function, inActor: type?.is(ActorDeclSyntax.self) ?? false,
      typeAttributes: type?.attributes ?? AttributeListSyntax([]))
    guard isOnOtherActor else { return true }
    return context.refuse(answer, .isolatedAnswer(function.name.plainName))
  }
}

/// Marks the function that ends a module, and checks it.
struct ShutdownMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard Placement.isMember(.shutdown, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .shutdown, attribute: node, context: context)
    guard let function = check.function(declaration) else { return [] }
    if !function.takesOnlyContext {
      context.refuse(function.signature.parameterClause, .shutdownParameters())
    }
    return MarkerArguments(.shutdown, node, of: declaration)?.members(in: context) ?? []
  }
}

/// Marks a route's handler in a module, or generates the record of one at file scope.
struct RouteMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let placement = Placement(context)
    guard placement.isCalled(.route, node, in: context) else { return [] }
    let check = SignatureCheck(marker: .route, attribute: node, context: context)
    SignatureCheck.checkNames(of: node, in: context)
    guard let function = check.function(declaration) else { return [] }
    if let answer = function.answerType?.firstOpaque {
      context.refuse(answer, .routeOpaque())
      return []
    }
    do throws(Refusal) {
      _ = try RouteFunction(function, node)
    } catch {
      context.report(error)
      return []
    }
    guard case .fileScope = placement else {
      check.refuseName(of: function)
      return MarkerArguments(.route, node, of: declaration)?.members(in: context) ?? []
    }
    return FreeFunctionWriter(function, node, in: context).route()
  }
}

/// The checks that a marked declaration must pass on its own.
///
/// The marker's own macro reports mistakes on its line, and `@Module` leaves such members out.
struct SignatureCheck {
  let marker: Marker
  let attribute: AttributeSyntax
  let context: any MacroExpansionContext

  /// Returns a function that can be called without choosing types. Reports all other declarations,
  /// and returns nil.
  func function(_ declaration: some DeclSyntaxProtocol) -> FunctionDeclSyntax? {
    guard let function = declaration.as(FunctionDeclSyntax.self) else {
      context.refuse(attribute, .notAFunction(marker))
      return nil
    }
    guard hasInstance(function.modifiers), hasUsableName(function.name) else { return nil }
    checkName(of: function)
    if let generics = function.genericParameterClause {
      context.refuse(generics, .generic(marker))
      return nil
    }
    if let parameter = function.parameters.first(where: { $0.type.isOpaque }) {
      context.refuse(parameter.type, .generic(marker))
      return nil
    }
    return function
  }

  /// Reports a free function that goes by a name with spaces.
  private func checkName(of function: FunctionDeclSyntax) {
    let name = function.name.plainName
    guard context.lexicalContext.isEmpty, name.contains(where: \.isWhitespace),
      !attribute.labeledArguments.contains(where: { $0.label?.text == "name" })
    else { return }
    context.refuse(function.name, .badOwnName(name, marker: marker.rawValue))
  }

  /// Returns whether code can name the member of an instance.
  func hasUsableName(_ name: TokenSyntax) -> Bool {
    name.plainName != "self" || context.refuse(name, .namedSelf())
  }

  /// Returns whether a member belongs to instances.
  func hasInstance(_ modifiers: DeclModifierListSyntax) -> Bool {
    guard let modifier = modifiers.first(.static, .class, .mutating) else { return true }
    let name = modifier.name.text
    let remaining = modifiers.filter { $0.id != modifier.id }
    return context.refuse(
      modifier, .unsupportedModifier(marker, name),
      fixIts: [Edit.exchange(modifiers, with: remaining, "remove '\(name)'")])
  }

  /// Reports a name that is given to a method.
  func refuseName(of method: FunctionDeclSyntax) {
    let name = attribute.labeledArguments.first { $0.label?.text == "name" }
    if let name { context.refuse(name, .namedMethod(method.name.plainName)) }
  }

  /// Reports malformed names in the arguments.
  static func checkNames(of attribute: AttributeSyntax, in context: some MacroExpansionContext) {
    let labels = ["name", "requires", "wants", "after", "before", "requiredBy", "wantedBy"]
    for argument in OptionList(attribute).arguments where labels.contains(argument.label ?? "") {
      guard let name = argument.value.literalText else { continue }
      guard name.isEmpty || name.contains(where: \.isWhitespace) else { continue }
      context.refuse(argument.original, .badName(name))
    }
  }
}

/// The position of a marker, and whether the marker has an effect there.
enum Placement {
  case fileScope
  case module(any DeclGroupSyntax)
  case otherType(String)
  /// In a type whose `@Module` is inside `#if`, where a marker can't see it.
  case conditional(String)
  case `extension`
  case function

  init(_ context: some MacroExpansionContext) {
    guard let surrounding = context.lexicalContext.first else {
      self = .fileScope
      return
    }
    if surrounding.is(ExtensionDeclSyntax.self) {
      self = .extension
    } else if let type = surrounding.asProtocol((any DeclGroupSyntax).self) {
      let name = type.asProtocol((any NamedDeclSyntax).self)?.name.plainName ?? ""
      if type.attributes.first(named: "Module") != nil {
        self = .module(type)
      } else {
        self = type.attributes.hasConditionalModule ? .conditional(name) : .otherType(name)
      }
    } else {
      self = .function
    }
  }

  /// Reports a marker for functions that is neither in a module nor at file scope.
  ///
  /// - Returns: Whether the marked function is called.
  func isCalled(
    _ marker: Marker, _ attribute: AttributeSyntax, in context: some MacroExpansionContext
  ) -> Bool {
    switch self {
    case .fileScope: true
    case .function: context.refuse(attribute, .inFunction(marker))
    default: Self.isMember(marker, attribute, in: context)
    }
  }

  /// Reports a marker for members that is outside of a module.
  ///
  /// - Returns: Whether the marker is in a module.
  static func isMember(
    _ marker: Marker, _ attribute: AttributeSyntax, in context: some MacroExpansionContext
  ) -> Bool {
    switch Placement(context) {
    case .module: true
    case .fileScope, .function: context.refuse(attribute, .outsideModule(marker))
    case .extension: context.refuse(attribute, .inExtension(marker))
    case .conditional(let name): context.refuse(attribute, .conditionalModule(name))
    case .otherType(let name): context.refuse(attribute, .notInModule(marker, name))
    }
  }
}
