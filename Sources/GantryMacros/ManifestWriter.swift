// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// Writes the manifest of a module, with one statement for each marked member.
struct ManifestWriter {
  let module: ModuleDeclaration
  let context: any MacroExpansionContext

  init(_ module: ModuleDeclaration, in context: some MacroExpansionContext) {
    self.module = module
    self.context = context
  }

  /// Returns the statements in the manifest's closure.
  func statements() -> String {
    var statements = PlacedStatements(in: context)
    let own = ownServices().map { statements.place($0.text, at: $0.argument) }
    let members = module.members.text { placed in
      statement(for: placed.member).map { statement in
        // The `#if` of a debug-only statement is on the line before it.
        let leading = statement.hasPrefix("#if ") ? 1 : 0
        return statements.place(
          statement, at: placed.member, path: placed.path, leading: leading)
      }
    }
    let text = (own + [members]).filter { !$0.isEmpty }.joined(separator: "\n")
    return text.isEmpty ? "" : text + "\n#sourceLocation()"
  }

  /// Returns the statements by which the module itself is a service, with the arguments that say so.
  private func ownServices() -> [(argument: ExprSyntax, text: String)] {
    ProvidedType.distinct(in: module).map { provided in
      // On one line, and with a typed constant, whose error is the clearest for a class that does
      // not conform.
      let text = """
        module.provide(\
        \(provided.type.metatype), "self", Gantry.ProvideOptions(), \
        line: \(context.lineText(of: provided.argument)), atOnce: true) \
        { module in let service: \(provided.type.trimmed) = module; return service }
        """
      return (provided.argument, text)
    }
  }

  /// Returns the statement that registers a member, on the systems that have it.
  private func statement(for member: DeclSyntax) -> String? {
    let isDebugOnly =
      member.attribute(of: .launch).map { OptionList($0).isDebugOnly } ?? false
    return registration(of: member).map(member.availability.guarding)?.guarded(isDebugOnly)
  }

  private func registration(of member: DeclSyntax) -> String? {
    if let attribute = member.attribute(of: .inject) { return inject(member, attribute) }
    if let attribute = member.attribute(of: .provides) { return provides(member, attribute) }
    if let attribute = member.attribute(of: .run) { return run(member, attribute) }
    guard let function = member.as(FunctionDeclSyntax.self) else { return nil }
    if let attribute = function.attribute(of: .launch) { return launch(function, attribute) }
    if let attribute = function.attribute(of: .on) { return on(function, attribute) }
    if let attribute = function.attribute(of: .route) { return route(function, attribute) }
    if let attribute = function.attribute(of: .intercept) { return intercept(function, attribute) }
    if let attribute = function.attribute(of: .shutdown) { return shutdown(function, attribute) }
    return nil
  }

  private func inject(_ member: DeclSyntax, _ attribute: AttributeSyntax) -> String? {
    guard let injected = InjectedProperty(member) else { return nil }
    let arguments = injected.arguments(in: module)
    return "module.inject(\(arguments), line: \(context.lineText(of: attribute)))"
  }

  private func provides(_ member: DeclSyntax, _ attribute: AttributeSyntax) -> String? {
    guard let provider = ProvidedMember(member) else { return nil }
    let call = provider.call(on: "module", in: module)
    if attribute.serviceKey != nil {
      guard provider.isReadAnywhere(in: module) else { return nil }
      return """
        module.provide(\
        \(OptionList(attribute).text), line: \(context.lineText(of: attribute)), \
        reading: { module in \(call.direct) })
        """
    }
    // A member of an actor is awaited, like an asynchronous one.
    let atOnce = call.isAsync || module.isActor ? "" : ", atOnce: true"
    let options = OptionList(attribute)
    let head = """
      module.provide(\
      \(provider.type.metatype), \(provider.name.plainName.quoted), \
      \(copied("Gantry.ProvideOptions", .provides, attribute, member)), \
      line: \(context.lineText(of: attribute))
      """
    // A service with a scope is created repeatedly, without `await` if its maker allows it.
    let isMade = options.arguments.contains { $0.label == "scope" }
    return isMade && provider.isMadeAnywhere(in: module)
      ? "\(head), make: \(call.closure("module", call.direct)))"
      : "\(head)\(atOnce)) \(call.closure("module", call.isAsync ? call.awaited : call.hopping))"
  }

  private func launch(_ function: FunctionDeclSyntax, _ attribute: AttributeSyntax) -> String? {
    guard function.isLaunchable else { return nil }
    var task = function.taskCallText(on: "module")
    task.actor = actor(of: function)
    let isolation = function.takesToken ? nil : isolation(of: function)
    // If the body doesn't determine the lane, the options do.
    let isOnOtherActor = FunctionIsolation.isOnOtherActor(function, in: module)
    let lane =
      isolation != nil || isOnOtherActor
      ? "" : ".isolated(like: \(witness(of: function)))"
    let head = """
      \(function.name.plainName.quoted), \
      \(copied("Gantry.TaskOptions", .launch, attribute, function))\
      \(function.resultOptions)\(lane), \
      line: \(context.lineText(of: attribute))
      """
    return RegistrationText.make(
      "module.launch", head, "module, \(function.taskParameters)", task, isolation: isolation)
  }

  private func on(_ function: FunctionDeclSyntax, _ attribute: AttributeSyntax) -> String? {
    guard let event = function.eventParameter,
      let marked = MarkerArguments(.on, attribute, of: function)
    else { return nil }
    var handler = function.handlerCallText(on: "module")
    handler.actor = actor(of: function)
    let head = """
      \(marked.event(event, in: module)), \(function.name.plainName.quoted), \
      \(copied("Gantry.HandlerOptions", .on, attribute, function)), \
      line: \(context.lineText(of: attribute))
      """
    let parameters = "module, \(function.handlerParameters)"
    if function.answerType != nil {
      guard FunctionIsolation(function, in: module) == .toldByType else { return nil }
      return RegistrationText.answering("module.on", head, parameters, handler)
    }
    return function.isAsync
      ? RegistrationText.asynchronous("module.on", head, parameters, handler)
      : RegistrationText.make(
        "module.on", head, parameters, handler, isolation: isolation(of: function))
  }

  private func route(_ function: FunctionDeclSyntax, _ attribute: AttributeSyntax) -> String? {
    guard function.isPlain, let route = try? RouteFunction(function, attribute) else { return nil }
    return route.text(
      in: module, line: context.lineText(of: attribute), isolation: isolation(of: function),
      actor: actor(of: function))
  }

  private func intercept(_ function: FunctionDeclSyntax, _ attribute: AttributeSyntax) -> String? {
    InterceptorText(function, attribute)?.text(
      in: module, line: context.lineText(of: attribute), isolation: isolation(of: function),
      actor: actor(of: function))
  }

  private func shutdown(_ function: FunctionDeclSyntax, _ attribute: AttributeSyntax) -> String? {
    guard function.isPlain, function.takesOnlyContext else { return nil }
    var call = function.callText(["context"], on: "module")
    call.actor = actor(of: function)
    let parameters = function.parameters.isEmpty ? "module" : "module, context"
    return """
      module.shutdown(\
      \(function.name.plainName.quoted), \(copied("Gantry.ShutdownOptions", .shutdown, attribute, function)), \
      line: \(context.lineText(of: attribute))) \
      \(call.closure(parameters, call.isAsync ? call.awaited : call.hopping))
      """
  }

  private func run(_ member: DeclSyntax, _ attribute: AttributeSyntax) -> String? {
    guard let work = RunMember(member) else { return nil }
    // On one line, because the error for a property without `run()` belongs on that line.
    return """
      module.run(\
      \(work.name.plainName.quoted), \(copied("Gantry.RunOptions", .run, attribute, member)), \
      line: \(context.lineText(of: attribute))) \
      { module, \(work.takesContext ? "context" : "_") in \(work.call(on: "module", actor: actor(of:))) }
      """
  }

  /// Returns the arguments of a marker as an expression of a type.
  private func copied(
    _ type: String, _ marker: Marker, _ attribute: AttributeSyntax,
    _ member: some DeclSyntaxProtocol
  ) -> String {
    MarkerArguments(marker, attribute, of: member)?.expression(type, in: module) ?? "\(type)()"
  }

  /// Returns the type that determines the lane, as an expression; nil if only one lane is possible.
  private func isolation(of function: FunctionDeclSyntax) -> String? {
    guard FunctionIsolation(function, in: module) == .toldByType else { return nil }
    return witness(of: function)
  }

  /// Returns the actor of an asynchronous function, as an argument of `MacroSupport.run`; nil if it
  /// has none.
  private func actor(of function: FunctionDeclSyntax) -> String? {
    guard function.isAsync else { return nil }
    return FunctionIsolation.actor(
      of: function, in: module, seen: function.seenActor(on: "module"))
  }

  /// Returns a type with the isolation of the function, as an expression.
  ///
  /// It includes the function's parameters, because there may be an overload in an extension.
  private func witness(of function: FunctionDeclSyntax) -> String {
    if module.givesIsolation(to: function) { return "module.isolation" }
    if function.modifiers.isNonisolated { return "(() -> Swift.Void).self" }
    if function.attributes.isOnMainActor { return "(@Swift.MainActor () -> Swift.Void).self" }
    let taken = function.parameters.map { $0.type.withoutSpecifiers.metatype }
    return """
      Gantry.MacroSupport.isolation(\
      \(function.isAsync ? "ofAsync" : "of"): \(module.name.text).\(function.reference)\
      \(taken.isEmpty ? "" : ", taking: " + taken.joined(separator: ", ")))
      """
  }
}
