// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension MacroDiagnostic {
  static func routeNotAStruct() -> Self {
    Self("routeNotAStruct", "@RoutePattern belongs on a struct: a route is a value")
  }

  static func routeGeneric(_ name: String) -> Self {
    Self("routeGeneric", "route '\(name)' cannot be generic: one type is one route")
  }

  static func routePrivate(_ name: String) -> Self {
    Self(
      "routePrivate",
      "route '\(name)' cannot be private inside another type: its conformance could not see it; "
        + "make it fileprivate")
  }

  static func routeInPrivate(_ name: String, _ outer: String) -> Self {
    Self(
      "routeInPrivate",
      "route '\(name)' is in private type '\(outer)', where its conformance cannot see it; make "
        + "'\(outer)' fileprivate")
  }

  static func routePatternLiteral() -> Self {
    Self(
      "routePatternLiteral", "a pattern must be a plain string literal, so that it can be checked")
  }

  static func routePattern(_ pattern: String, _ problem: String) -> Self {
    Self("routePattern", "'\(pattern)' isn't a pattern: \(problem)")
  }

  static func routeMissing(_ capture: String, property type: String) -> Self {
    Self(
      "routeMissing",
      "the pattern captures '\(capture)', and '\(type)' has no property of that name: add 'var"
        + " \(capture)', or correct the pattern")
  }

  static func routeMissing(
    _ capture: String, parameter function: String, mayBeTyped: Bool
  ) -> Self {
    Self(
      "routeMissing",
      "the pattern captures '\(capture)', and '\(function)' has no parameter of that name: add it,"
        + " or correct the pattern"
        + (mayBeTyped ? "; to take a typed route, write @Route without a pattern" : ""))
  }

  static func routeUntyped(_ property: String) -> Self {
    Self("routeUntyped", "'\(property)' needs an explicit type, which says how to read its text")
  }

  static func routeConditional(_ property: String) -> Self {
    Self(
      "routeConditional",
      "'\(property)' cannot be inside #if, because the generated init cannot follow it there: move it "
        + "out, or write one struct for each branch")
  }

  static func routeValue(_ name: String, _ type: String, isProperty: Bool) -> Self {
    Self(
      "routeValue",
      "'\(name)' cannot come from a URL: '\(type)' isn't a RouteValue, or an optional or array of one"
        + (isProperty ? "; if code hands it over, mark it @NotFromURL" : ""))
  }

  static func notFromURLPlace() -> Self {
    Self(
      "notFromURLPlace",
      "@NotFromURL belongs on a stored property, with a type, of a struct with @RoutePattern")
  }

  static func routeDefault(_ name: String) -> Self {
    Self(
      "routeDefault",
      "'\(name)' cannot have this default: if a URL leaves it out, an optional is nil and an array is empty"
    )
  }

  static func routeRest(_ name: String) -> Self {
    Self("routeRest", "'\(name)' takes the rest of a path: make it an array")
  }

  static func routeCapture(_ name: String) -> Self {
    Self(
      "routeCapture",
      "'\(name)' is a capture, which every path has: make it a single value without a default")
  }

  static func routeParameter(_ name: String) -> Self {
    Self("routeParameter", "'\(name)' cannot come from a URL: it is inout, variadic or a context")
  }

  static func routeUntypedHandler() -> Self {
    Self(
      "routeUntypedHandler",
      "a @Route function without a pattern takes one typed route, and after it at most one "
        + "ModuleContext; to take values from the URL or a RouteRequest, give it a pattern, as in "
        + "@Route(\"orders/:id\")")
  }

  static func duplicateRoute(_ name: String) -> Self {
    Self(
      "duplicateRoute",
      "the module already has a @Route named '\(name)', and calls by name find only one: give this"
        + " one another name")
  }

  static func routeOpaque() -> Self {
    Self("routeOpaque", "a @Route function returns a type that callers can name, not 'some'")
  }
}

/// Mistakes in a module's own `init`.
extension MacroDiagnostic {
  static func idleInitializer() -> Self {
    Self(
      "idleInitializer",
      "a module's init() is never called: Gantry creates the module with init(context:), so write "
        + "init(context: ModuleContext)")
  }

  static func failableInitializer() -> Self {
    Self(
      "failableInitializer",
      "a module's init(context:) cannot be failable: throw an error that says why it failed")
  }

  static func genericInitializer() -> Self {
    Self(
      "genericInitializer",
      "a module's init(context:) cannot be generic: no call could choose the types")
  }

  static func initializerParameters() -> Self {
    Self(
      "initializerParameters",
      "a module's init(context:) takes only the context: get everything "
        + "else from @Inject, the configuration or a default value")
  }

  static func injectBuiltIn(_ name: String) -> Self {
    Self(
      "injectBuiltIn",
      "there is always exactly one \(name): write '@Inject let' with the plain type '\(name)'"
    )
  }

  static func taskNamedInit() -> Self {
    Self("taskNamedInit", "'init' is the task that creates the module: give this one another name")
  }

  static func hiddenInitializer(_ modifier: String) -> Self {
    Self(
      "hiddenInitializer",
      "a module's init(context:) cannot be \(modifier): Gantry creates the module with it")
  }
}

/// A misuse, and its node.
struct Refusal: Error {
  let node: Syntax
  let message: MacroDiagnostic
  let fixIts: [FixIt]

  init(_ node: some SyntaxProtocol, _ message: MacroDiagnostic, _ fixIts: [FixIt] = []) {
    self.node = Syntax(node)
    self.message = message
    self.fixIts = fixIts
  }
}

extension MacroExpansionContext {
  /// Reports a misuse.
  func report(_ refusal: Refusal) {
    refuse(refusal.node, refusal.message, fixIts: refusal.fixIts)
  }

  /// Reports a misuse at a node.
  ///
  /// - Returns: Always false, so that a check can end with it.
  @discardableResult
  func refuse(
    _ node: some SyntaxProtocol, _ message: MacroDiagnostic, fixIts: [FixIt] = []
  ) -> Bool {
    diagnose(Diagnostic(node: Syntax(node), message: message, fixIts: fixIts))
    return false
  }
}

extension MacroDiagnostic {
  static func runsNothing() -> Self {
    Self(
      "runsNothing",
      "@Run belongs on an async function, or on a variable with an explicit type and a 'run()'"
    )
  }

  static func runParameters() -> Self {
    Self("runParameters", "a @Run function takes only a ModuleContext")
  }

  static func runsAtOnce(_ function: String) -> Self {
    Self(
      "runsAtOnce",
      "'\(function)' must be async: it lasts as long as the module, and ends when its task is cancelled"
    )
  }

  static func runResult(_ function: String) -> Self {
    Self(
      "runResult",
      "'\(function)' cannot return a value: it ends with the module; send an event instead")
  }

  static func duplicateRun(_ name: String) -> Self {
    Self(
      "duplicateRun", "the module already has a @Run named '\(name)': give this one another name")
  }
}
