// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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

  static func routeMissing(_ capture: String, _ kind: String, _ owner: String) -> Self {
    Self("routeMissing", "the pattern captures '\(capture)', and '\(owner)' has no such \(kind)")
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
        + "ModuleContext")
  }

  static func routeOpaque() -> Self {
    Self("routeOpaque", "a @Route function returns a type that callers can name; write no 'some'")
  }
}
