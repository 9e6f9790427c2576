// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
