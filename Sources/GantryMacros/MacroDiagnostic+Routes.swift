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

  static func routePatternLiteral() -> Self {
    Self("routePatternLiteral", "a pattern is a plain string literal, so that it can be checked")
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
        + (mayBeTyped ? "; a function that takes a typed route is marked @Route, without one" : ""))
  }

  static func routeUntyped(_ property: String) -> Self {
    Self("routeUntyped", "'\(property)' needs a written type: it says how its text is read")
  }

  static func routeValue(_ name: String, _ type: String) -> Self {
    Self(
      "routeValue",
      "'\(name)' cannot be told by a URL: '\(type)' isn't a RouteValue, nor an optional or array of one"
    )
  }

  static func routeDefault(_ name: String) -> Self {
    Self(
      "routeDefault",
      "'\(name)' cannot have this default: left out of a URL, an optional is nil and an array empty"
    )
  }

  static func routeRest(_ name: String) -> Self {
    Self("routeRest", "'\(name)' takes the rest of a path: make it an array")
  }

  static func routeCapture(_ name: String) -> Self {
    Self(
      "routeCapture",
      "'\(name)' is a capture, and no path leaves it out: it is one value without a default")
  }

  static func routeParameter(_ name: String) -> Self {
    Self("routeParameter", "'\(name)' cannot be told by a URL: it is inout, variadic or a context")
  }

  static func routeUntypedHandler() -> Self {
    Self(
      "routeUntypedHandler",
      "a @Route function without a pattern takes one typed route, and after it at most one "
        + "ModuleContext; to take values of the URL or a RouteRequest, give it a pattern, as in "
        + "@Route(\"orders/:id\")")
  }

  static func routeOpaque() -> Self {
    Self("routeOpaque", "a @Route function returns a type that callers can name; write no 'some'")
  }
}

/// Mistakes in a module's own `init(context:)`.
extension MacroDiagnostic {
  static func failableInitializer() -> Self {
    Self(
      "failableInitializer",
      "init(context:) of a module cannot be failable: throw an error that says why there is none")
  }

  static func genericInitializer() -> Self {
    Self(
      "genericInitializer",
      "init(context:) of a module cannot be generic: no call could choose the types")
  }

  static func initializerParameters() -> Self {
    Self(
      "initializerParameters",
      "init(context:) of a module takes nothing but the context: give it all else with @Inject, "
        + "from the configuration or by a default")
  }

  static func injectBuiltIn(_ name: String) -> Self {
    Self(
      "injectBuiltIn",
      "there is always one \(name), and no other: write '@Inject let' with the type '\(name)' alone"
    )
  }

  static func taskNamedInit() -> Self {
    Self("taskNamedInit", "'init' is the task that creates the module: give this one another name")
  }

  static func hiddenInitializer(_ modifier: String) -> Self {
    Self(
      "hiddenInitializer",
      "init(context:) of a module cannot be \(modifier): Gantry creates the module with it")
  }
}

extension MacroDiagnostic {
  /// Creates a note. The compiler itself rejects the attribute, so that one mistake stays one
  /// error.
  private init(note id: String, _ message: String) {
    self.init(id, message, .note)
  }

  static func timedWithoutBody(_ name: String) -> Self {
    Self(
      "timedWithoutBody",
      "'\(name)' has no body to time: mark the functions that implement it with @Timed")
  }

  static func timedProtocol(_ name: String) -> Self {
    Self(
      "timedProtocol",
      "protocol '\(name)' has no bodies to time: mark the types that conform with @Timed")
  }

  static func timedType() -> Self {
    Self(
      note: "timedType",
      "@Timed times one function: a type as a whole has @Timed(.functions)")
  }

  static func timedFunctions(_ name: String) -> Self {
    Self(
      note: "timedFunctions",
      "@Timed(.functions) is for types: function '\(name)' has @Timed")
  }

  static func timedNotAFunction() -> Self {
    Self(
      note: "timedNotAFunction",
      "@Timed times functions and initializers: move what is to be timed into a function of its own"
    )
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
      "@Run belongs on an async function, or on a variable with a written type whose 'run()' is called"
    )
  }

  static func runParameters() -> Self {
    Self("runParameters", "a @Run function takes nothing but a ModuleContext")
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
    Self("duplicateRun", "the module has a @Run named '\(name)' already: it is found by its name")
  }
}
