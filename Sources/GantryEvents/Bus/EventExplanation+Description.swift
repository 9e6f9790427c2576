// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension EventExplanation.Handler: CustomStringConvertible {
  /// The handler's module, where it is declared, and its state.
  public var description: String {
    var text = "\(listener).\(name)"
    if let declaredAt { text += " (\(declaredAt))" }
    switch place {
    case .beforeModules?: text += ", before the modules"
    case .afterModules?: text += ", after the modules"
    case nil: break
    }
    if let priority = options.priority { text += ", priority \(priority)" }
    if options.repetition == .once { text += ", once" }
    if waiting > 0 { text += ", \(waiting) waiting" }
    if dropped > 0 { text += ", \(dropped) dropped" }
    return state == .hears ? text : "\(text): \(state)"
  }
}

extension EventExplanation.State: CustomStringConvertible {
  /// The state in a few words.
  public var description: String {
    switch self {
    case .hears: "hears it"
    case .notLaunched(let held): "has not launched, \(held) held"
    case .onceUsed: "was for one delivery and had it"
    case .silent(let reason): "does not hear it, \(reason)"
    }
  }
}
