// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The checks that a type must pass to be a module.
struct ModuleCheck {
  let module: ModuleDeclaration
  let context: any MacroExpansionContext

  init(_ module: ModuleDeclaration, in context: some MacroExpansionContext) {
    self.module = module
    self.context = context
  }

  /// Reports a declaration that is neither a class nor an actor.
  static func refuseKind(
    of declaration: some DeclGroupSyntax, _ attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) {
    let keyword = declaration.introducer
    var fixIts: [FixIt] = []
    if declaration.is(StructDeclSyntax.self) {
      fixIts = [
        Edit.replace(keyword, with: .identifier("final class"), "make it a final class")
      ]
    }
    let article = keyword.text.first.map { "aeiou".contains($0) } == true ? "an" : "a"
    context.refuse(keyword, .notAClass("\(article) \(keyword.text)"), fixIts: fixIts)
  }

  /// Returns whether the type can be a module. If asked to, it reports each fault once.
  func isAcceptable(reporting: Bool) -> Bool {
    guard let fault = fault() else { return true }
    if reporting { context.diagnose(fault) }
    return false
  }

  private func fault() -> Diagnostic? {
    let name = module.name.plainName
    func diagnostic(
      _ node: some SyntaxProtocol, _ message: MacroDiagnostic, _ fixIts: [FixIt] = []
    ) -> Diagnostic {
      Diagnostic(node: Syntax(node), message: message, fixIts: fixIts)
    }

    let marks = module.attributes.plain.filter { $0.baseName == "Module" }
    if let second = marks.dropFirst().first {
      return diagnostic(
        second, .secondModule(name), [Edit.remove(second, "remove the second @Module")])
    }
    if let modifier = module.modifiers.first(.distributed) {
      return diagnostic(modifier, .distributed(name))
    }
    if let fault = hidingFault() { return fault }
    if let parameters = module.genericParameters {
      return diagnostic(parameters, .genericType(name))
    }
    for outer in module.surroundings {
      guard let type = outer.asProtocol((any NamedDeclSyntax).self),
        outer.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
      else { continue }
      return diagnostic(module.name, .insideGeneric(name, type.name.plainName))
    }
    if !module.surroundings.isEmpty, let modifier = module.modifiers.first(.private) {
      let wider = TokenSyntax.keyword(.fileprivate)
      return diagnostic(
        modifier, .privateType(name),
        [Edit.replace(modifier.name, with: wider, "replace 'private' with 'fileprivate'")])
    }
    if let fault = initializerFault() { return fault }
    if let manifest = module.ownManifest { return diagnostic(manifest, .ownManifest(name)) }
    if let outer = context.privateSurrounding {
      return diagnostic(module.name, .privateSurrounding(name, outer))
    }
    return nil
  }

  /// Whether a refused module still gets its conformance.
  ///
  /// Swift 6.3.1 aborts at a subclass of a class whose macro declares a conformance and adds none.
  /// A generic class may well have one, and so may a class that isn't final.
  var keepsConformance: Bool {
    !module.isActor && module.modifiers.first(.private) == nil
      && context.privateSurrounding == nil
      && (module.genericParameters != nil || (module.ownManifest != nil && !module.isFinal))
  }

  /// Reports a class that isn't final. It is expanded nevertheless, for the same reason.
  func checkFinal() {
    guard !module.isFinal else { return }
    context.refuse(module.name, .notFinal(module.name.plainName), fixIts: [addFinal])
  }

  /// Reports a class that conforms to `Module` already, without having written so.
  ///
  /// - Returns: Whether its superclass is a module.
  func inheritsModule() -> Bool {
    let parents = module.declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    guard let parent = parents.first, !parents.contains(where: \.isModule) else { return false }
    context.refuse(
      parent, .inheritsModule(module.name.plainName, parent.trimmedDescription))
    return true
  }

  private var addFinal: FixIt {
    let keyword = module.declaration.introducer
    var final = TokenSyntax.keyword(.final)
    if let open = module.modifiers.first(.open) {
      final = .identifier("public final")
      return Edit.replace(open.name, with: final, "replace 'open' with 'public final'")
    }
    return Edit.exchange(
      keyword,
      with: TokenSyntax.identifier("final \(keyword.text)")
        .with(\.leadingTrivia, keyword.leadingTrivia)
        .with(\.trailingTrivia, keyword.trailingTrivia), "add 'final'")
  }
}

extension ModuleDeclaration {
  /// Whether the type can't have subclasses.
  var isFinal: Bool { isActor || modifiers.first(.final) != nil }

  /// The name of a static property that the author wrote in place of the macro's manifest.
  fileprivate var ownManifest: PatternSyntax? {
    members.all.lazy.compactMap { $0.member.as(VariableDeclSyntax.self) }
      .filter { $0.modifiers.first(.static, .class) != nil && $0.names.contains("manifest") }
      .first?.bindings.first?.pattern
  }

  /// The type's own generic parameters.
  var genericParameters: GenericParameterClauseSyntax? {
    declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
  }
}

extension ModuleCheck {
  /// Returns the first reason why the author's `init` can't create the module.
  func initializerFault() -> Diagnostic? {
    if !module.hasInitializer, let idle = module.emptyInitializer {
      return Diagnostic(
        node: idle.signature.parameterClause, message: MacroDiagnostic.idleInitializer())
    }
    // Other initializers with a context are the author's concern, as long as the right one exists.
    let plain = module.plainInitializers
    if plain.isEmpty, let first = module.initializers.first {
      return Diagnostic(
        node: first.signature.parameterClause, message: MacroDiagnostic.initializerParameters())
    }
    return plain.lazy.compactMap { fault(of: $0) }.first
  }

  private func fault(of initializer: InitializerDeclSyntax) -> Diagnostic? {
    if let mark = initializer.optionalMark {
      return Diagnostic(node: mark, message: MacroDiagnostic.failableInitializer())
    }
    if let generics = initializer.genericParameterClause {
      return Diagnostic(node: generics, message: MacroDiagnostic.genericInitializer())
    }
    if let opaque = initializer.signature.parameterClause.parameters.first?.type.firstOpaque {
      return Diagnostic(node: opaque, message: MacroDiagnostic.genericInitializer())
    }
    guard let modifier = hidingModifier(of: initializer) else { return nil }
    let name = modifier.name.text
    return Diagnostic(
      node: modifier, message: MacroDiagnostic.hiddenInitializer(name),
      fixIts: [Edit.remove(modifier, "remove '\(name)'")])
  }

  /// Returns the modifier that hides an initializer from code that can see the type.
  private func hidingModifier(of initializer: InitializerDeclSyntax) -> DeclModifierSyntax? {
    let isTypeHidden = module.modifiers.first(.private, .fileprivate) != nil
    return isTypeHidden
      ? initializer.modifiers.first(.private) : initializer.modifiers.first(.private, .fileprivate)
  }
}

extension ModuleCheck {
  /// Reports clashes between members, and malformed names.
  func checkMembers() {
    SignatureCheck.checkNames(of: module.attribute, in: context)
    let isNamed = module.options.arguments.contains { $0.label == "name" }
    if !isNamed, module.defaultName.contains(where: \.isWhitespace) {
      context.refuse(module.name, .badOwnName(module.defaultName, marker: "Module"))
    }
    if let stage = module.options.arguments.first(where: { $0.label == "stage" }),
      stage.value.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "first"
    {
      context.refuse(stage.original, .firstModule())
    }
    for placed in module.members.all { checkMarkers(of: placed.member) }
    if !module.hasInitializer { checkStoredProperties() }
    checkRepetition(of: .launch, named: \.functionName) { .duplicateTask($1) }
    checkRepetition(of: .run, named: \.runName) { .duplicateRun($1) }
    // The same for every function: a module has one end.
    checkRepetition(of: .shutdown, named: { _ in "" }) { first, _ in .secondShutdown(first) }
    checkRepetition(of: .route, named: \.functionName) { _, name in .duplicateRoute(name) }
    checkRepetition(of: .intercept, named: \.functionName) { _, name in .duplicateInterceptor(name)
    }
    checkRepetition(of: .provides, named: \.serviceName) { .duplicateService($1, $0) }
    checkOwnServices()
    for placed in module.members.all { checkKey(of: placed.member) }
  }

  /// Reports types under which the module cannot be a service, or is one already.
  private func checkOwnServices() {
    var seen: Set<String> = []
    for argument in module.provided {
      guard let type = ProvidedType(argument) else {
        context.refuse(argument, .providesNoProtocol(argument.trimmedDescription))
        continue
      }
      guard seen.insert(type.name).inserted else {
        context.refuse(argument, .duplicateService(type.name, "self"))
        continue
      }
    }
    for placed in module.members.all {
      guard let attribute = placed.member.attribute(of: .provides),
        let name = placed.member.serviceName, seen.contains(name)
      else { continue }
      context.refuse(attribute, .duplicateService(name, "self"))
    }
  }

  /// Reports the provider of a keyed service that can't be read on every thread.
  private func checkKey(of member: DeclSyntax) {
    guard let attribute = member.attribute(of: .provides), let key = attribute.serviceKey,
      let provider = ProvidedMember(member), !provider.isReadAnywhere(in: module)
    else { return }
    context.refuse(attribute, .providesIsolatedKey(key.trimmedDescription))
  }

  /// Reports a member with more than one marker.
  private func checkMarkers(of member: DeclSyntax) {
    let attributes = member.asProtocol((any WithAttributesSyntax).self)?.attributes.plain ?? []
    let marked = attributes.compactMap { attribute in
      Marker(attribute).map { (marker: $0, attribute: attribute) }
    }
    guard let first = marked.first, let second = marked.dropFirst().first else { return }
    context.refuse(
      second.attribute,
      first.marker == second.marker
        ? .repeated(first.marker) : .conflicting(first.marker, second.marker))
  }

  /// Reports members with the same key, unless no build can have both.
  ///
  /// - Parameters:
  ///   - marker: The marker of the members to check.
  ///   - key: Returns the key that must be unique; nil leaves a member out.
  ///   - message: Returns the message from the first member's name and the key.
  private func checkRepetition(
    of marker: Marker, named key: (DeclSyntax) -> String?,
    _ message: (String, String) -> MacroDiagnostic
  ) {
    var seen: [(key: String, placed: MemberTree.Placed)] = []
    for placed in module.members.all {
      guard let attribute = placed.member.attribute(of: marker), let key = key(placed.member) else {
        continue
      }
      if let first = seen.first(where: { $0.key == key && !$0.placed.excludes(placed) }) {
        context.refuse(attribute, message(first.placed.member.names.first ?? "", key))
      } else {
        seen.append((key, placed))
      }
    }
  }

  private func checkStoredProperties() {
    for placed in module.members.all {
      guard let variable = placed.member.as(VariableDeclSyntax.self) else { continue }
      for binding in variable.bindings where variable.leavesEmpty(binding) {
        context.refuse(
          binding.pattern,
          .uninitialized(binding.pattern.trimmedDescription, in: module.name.plainName))
      }
    }
  }
}

extension DeclSyntax {
  /// The name of the function, which a launch task and a route have, too.
  fileprivate var functionName: String? { self.as(FunctionDeclSyntax.self)?.name.plainName }

  /// The name of the long-running work.
  fileprivate var runName: String? { RunMember(self)?.name.plainName }

  /// The service that a member provides.
  fileprivate var serviceName: String? {
    let attribute = attribute(of: .provides)
    if let key = attribute?.serviceKey { return key.trimmedDescription }
    guard let type = ProvidedMember(self)?.type else { return nil }
    return type.serviceName + (attribute?.serviceQualifier.map { "[\($0)]" } ?? "")
  }
}

extension VariableDeclSyntax {
  /// Returns whether a binding is stored and has no value until an initializer sets it.
  fileprivate func leavesEmpty(_ binding: PatternBindingSyntax) -> Bool {
    // A property wrapper may have its own value, so the compiler decides.
    guard attributes.isEmpty, modifiers.first(.static, .class, .lazy) == nil,
      binding.initializer == nil, !binding.isComputed
    else { return false }
    guard !isLet, let type = binding.typeAnnotation?.type else { return true }
    return !type.is(OptionalTypeSyntax.self)
      && !type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
}

extension PatternBindingSyntax {
  /// Whether the binding has a getter, not only observers of a stored value.
  var isComputed: Bool {
    switch accessorBlock?.accessors {
    case .getter: true
    case .accessors(let list):
      !list.allSatisfy {
        ["willSet", "didSet"].contains($0.accessorSpecifier.text)
      }
    case nil: false
    }
  }
}
