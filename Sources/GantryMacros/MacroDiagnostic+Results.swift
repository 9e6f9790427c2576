// SPDX-License-Identifier: Apache-2.0

extension MacroDiagnostic {
  static func contextNotLast() -> Self {
    Self("contextNotLast", "a @Launch function takes one ModuleContext, as its last parameter")
  }

  static func takesInout(_ parameter: String) -> Self {
    Self(
      "takesInout",
      "'\(parameter)' cannot be inout: it is another task's result, which all that take it share"
    )
  }

  static func takesSeveral(_ parameter: String) -> Self {
    Self("takesSeveral", "'\(parameter)' cannot be variadic: one task returns one value of a type")
  }

  static func takesDefault(_ parameter: String) -> Self {
    Self(
      "takesDefault",
      "'\(parameter)' cannot have a default value: it is what another task returns; make it "
        + "optional if the task runs without it"
    )
  }

  static func takesUnwrapped(_ parameter: String) -> Self {
    Self(
      "takesUnwrapped",
      "'\(parameter)' cannot be implicitly unwrapped: write '?' if the task runs "
        + "without it, or remove the '!'"
    )
  }

  static func secondToken(_ parameter: String) -> Self {
    Self("secondToken", "'\(parameter)' is a second LaunchToken: a task ends once")
  }

  static func noResultType(_ type: String) -> Self {
    Self(
      "noResultType",
      "'\(type)' cannot pass from task to task: a result is "
        + "found by its type, so give it a named type"
    )
  }

  static func returnsOptional() -> Self {
    Self(
      "returnsOptional",
      "a @Launch function returns its result or throws, never nil: make its type non-optional")
  }

  static func returnsOpaque() -> Self {
    Self(
      "returnsOpaque",
      "a @Launch function returns a type that others can name; write 'any' instead of 'some'")
  }
}
