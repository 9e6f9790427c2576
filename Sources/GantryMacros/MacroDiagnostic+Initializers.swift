// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Faults of a module's own `init(context:)`.
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
