// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension RouteFault: CustomStringConvertible {
  /// What is wrong, where, and how to fix it.
  public var description: String {
    switch self {
    case .clash(let pattern, let declaredAt, let other, let otherDeclaredAt):
      "The patterns \(pattern) (\(declaredAt)) and \(other) (\(otherDeclaredAt)) can match the same"
        + " path, and neither is more specific. Change a literal, or the type of a capture."
    case .malformedScheme(let scheme):
      "\"\(scheme)\" cannot be declared as a scheme: it is a letter and then letters, digits, +, -"
        + " and ., without ://. For https declare hosts."
    case .malformedHost(let host):
      "\"\(host)\" cannot be declared as a host: it is a name such as shop.example, without scheme"
        + " and path, with a port only where it is not 443."
    }
  }
}
