// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// Writes the record of a free function.
///
/// The record is in a private enum with a unique name. Its probe is an empty function with the same
/// isolation, even if the target's default decides that. The function itself can't be the probe,
/// because its name could mean an overload that the macro can't see.
struct FreeFunctionWriter {
  private let function: FunctionDeclSyntax
  private let attribute: AttributeSyntax
  private let context: any MacroExpansionContext

  init(
    _ function: FunctionDeclSyntax, _ attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) {
    self.function = function
    self.attribute = attribute
    self.context = context
  }

  /// Returns the record of a launch task.
  func task() -> [DeclSyntax] {
    var options = OptionList(attribute)
    _ = options.take("name")
    var call = function.taskCallText(on: nil)
    let isTold = isTold && !function.takesToken
    let asksLane = !FunctionIsolation.isOnOtherActor(function, in: nil)
    return record(isDebugOnly: options.isDebugOnly, asksLane: asksLane) { probe in
      // If the body doesn't determine the lane, the options do.
      let lane = isTold ? nil : type(of: probe).map { ".isolated(like: \($0))" }
      call.actor = actor(probe)
      let options = "Gantry.TaskOptions(\(options.text))\(function.resultOptions)\(lane ?? "")"
      return RegistrationText.make(
        "\(builder).launch", "\(options), line: \(line)", "_, \(function.taskParameters)", call,
        isolation: isTold ? type(of: probe) : nil)
    }
  }

  /// Returns the record of an event handler.
  func handler() -> [DeclSyntax] {
    guard let event = function.eventParameter,
      let marked = MarkerArguments(.on, attribute, of: function)
    else { return [] }
    let head = """
      \(marked.event(event, in: nil)), \
      \(marked.expression("Gantry.HandlerOptions", in: nil) ?? ""), \
      line: \(context.lineText(of: attribute))
      """
    var call = function.handlerCallText(on: nil)
    let parameters = "_, \(function.handlerParameters)"
    let asksLane = isTold ? function.answerType == nil : asksActor
    return record(asksLane: asksLane) { probe in
      call.actor = actor(probe)
      guard !function.isAsync else {
        return RegistrationText.asynchronous("\(builder).on", head, parameters, call)
      }
      return function.answerType == nil
        ? RegistrationText.make(
          "\(builder).on", head, parameters, call, isolation: isTold ? type(of: probe) : nil)
        : RegistrationText.answering("\(builder).on", head, parameters, call)
    }
  }

  /// Returns the record of a route's handler.
  func route() -> [DeclSyntax] {
    guard let route = try? RouteFunction(function, attribute) else { return [] }
    return record(asksLane: asksLane) { probe in
      route.text(
        in: nil, line: line, isolation: isTold ? type(of: probe) : nil, actor: actor(probe))
    }
  }

  /// Returns the record of an interceptor.
  func interceptor() -> [DeclSyntax] {
    guard let interceptor = InterceptorText(function, attribute) else { return [] }
    return record(asksLane: asksLane) { probe in
      interceptor.text(
        in: nil, line: line, isolation: isTold ? type(of: probe) : nil, actor: actor(probe))
    }
  }

  /// Whether the probe decides where a function that answers runs.
  private var asksLane: Bool {
    isTold ? RouteFunction.Lane(of: function, in: nil) == .untold : asksActor
  }

  /// Whether only the compiler knows if an asynchronous function is on the main actor.
  private var asksActor: Bool {
    function.isAsync && function.attributes.globalActors.isEmpty
      && !function.attributes.mayNameActor && !function.modifiers.isNonisolated
  }

  private func type(of probe: String?) -> String? { probe.map { "Swift.type(of: \($0))" } }

  /// Returns the actor of an asynchronous function, as an argument of `MacroSupport.run`.
  private func actor(_ probe: String?) -> String? {
    guard function.isAsync else { return nil }
    // The probe has no attribute that the macro doesn't know.
    let probe = function.attributes.mayNameActor ? nil : probe
    let seen = probe.map { "Gantry.MacroSupport.actor(of: \($0))" }
    return FunctionIsolation.actor(
      of: function, in: nil, seen: seen ?? function.seenActor(on: nil))
  }

  /// Whether only the compiler can determine the function's lane.
  private var isTold: Bool { FunctionIsolation(function) == .toldByType }

  /// The name of the closure parameter that registers the function.
  private var builder: String { function.closureNames.function }

  private var line: String { context.lineText(of: attribute) }

  /// The name in the application, as an expression: that of the function, unless the marker has one.
  private var name: String {
    var options = OptionList(attribute)
    return options.take("name")?.description ?? function.name.plainName.quoted
  }

  /// A name for the enum that is different for each overload, because overloads differ only in
  /// their signatures.
  private var uniqueName: String {
    context.makeUniqueName(function.identity.asIdentifier).text
  }

  private func record(
    isDebugOnly: Bool = false, asksLane: Bool, _ registration: (String?) -> String
  ) -> [DeclSyntax] {
    let owner = uniqueName
    var statements = PlacedStatements(in: context)
    let statement = statements.place(
      registration(asksLane ? "\(owner).__probe" : nil), at: function)
    let manifest = """
      private nonisolated static var __manifest: Gantry.ModuleManifest {
        Gantry.ModuleManifest(\
      function: \(name), line: \(line)) { \(builder) in
      \(statement.indented(by: 4))
          #sourceLocation()
        }
      }
      """
    var members = [
      LinkRecordText.member(
        named: "__record", manifest: "\(owner).__manifest", on: function.availability),
      manifest,
    ]
    if asksLane { members.append(function.probe(named: "__probe")) }
    let body = members.joined(separator: "\n\n")
    return [
      DeclSyntax(
        text: """
          \(function.attributes.availability)private enum \(owner) {
          \(body.guarded(isDebugOnly).indented())
          }
          """)
    ]
  }
}
