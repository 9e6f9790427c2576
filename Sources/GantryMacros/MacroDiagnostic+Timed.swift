// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftDiagnostics

extension MacroDiagnostic {
  /// A fix where the compiler itself refuses the attribute: one mistake is one error.
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
