// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Whether the output of a route can be the type that a caller asks for.
enum RouteOutput {
  /// Compares the types.
  ///
  /// - Returns: True for the type itself, one of its superclasses, an optional of these, and `Void`;
  ///   also for a protocol and `Any`, where the value has the last word.
  static func takes<T>(_ declared: Any.Type, _ output: T.Type) -> Bool {
    if declared == T.self || T.self == Void.self || declared is T.Type { return true }
    if let optional = T.self as? any OptionalOutput.Type { return optional.takes(declared) }
    return isExistential(output)
  }

  /// Whether a type is a protocol, as the type of a value.
  ///
  /// The language has no other way to ask: the type of a protocol's metatype is `P.Protocol`, that
  /// of all others `T.Type`. Whether a type conforms to one cannot be asked without a value.
  private static func isExistential<T>(_ type: T.Type) -> Bool {
    "\(Swift.type(of: type))".hasSuffix(".Protocol")
  }
}

/// An optional that a caller asks for.
private protocol OptionalOutput {
  static func takes(_ declared: Any.Type) -> Bool
}

extension Optional: OptionalOutput {
  fileprivate static func takes(_ declared: Any.Type) -> Bool {
    RouteOutput.takes(declared, Wrapped.self)
  }
}
