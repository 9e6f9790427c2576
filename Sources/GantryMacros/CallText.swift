// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import SwiftSyntax

/// One call of the user's code, in the forms that the bodies of an expansion need.
struct CallText {
  let call: String
  let isAsync: Bool
  let isThrowing: Bool
  /// Whether the call's result is dropped.
  var isResultDropped = false
  /// Whether the call is in an asynchronous body and may need no `await`.
  var mayNotSuspend = false
  /// Whether the bodies name types of the user, which may be wrong.
  var namesTypes = false
  /// The type under which the context of a launch task takes the call's result; nil where not.
  var result: String?

  private var effect: String { isThrowing ? "try " : "" }
  private var drop: String { isResultDropped ? "_ = " : "" }

  /// In a body of the same isolation, where the result counts.
  var answer: String { effect + call }

  /// In a body of the same isolation.
  var direct: String { handing(call, "try ") ?? drop + effect + call }

  /// In an asynchronous body, for code that may or may not need `await`.
  ///
  /// The detour keeps `await` from being superfluous, which would be a warning in the user's code.
  var hopping: String {
    let value = "Gantry.MacroSupport.value(\(call))"
    return handing(value, "try await ") ?? drop + effect + "await " + value
  }

  /// In an asynchronous body, for code that is certainly called with `await`.
  var awaited: String {
    mayNotSuspend ? hopping : handing(call, "try await ") ?? drop + effect + "await " + call
  }

  /// The statement that hands a value to the context; its effects cover the call in it.
  private func handing(_ value: String, _ effects: String) -> String? {
    result.map { "\(effects)context.setResult(\(value), as: \($0))" }
  }
}
