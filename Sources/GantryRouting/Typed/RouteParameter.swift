// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A parameter of a route: one of its captures, or an item of the query.
public struct RouteParameter: Hashable, Sendable {
  /// How often it may be given.
  public enum Arity: String, Codable, Sendable {
    /// Once; when it has a default it may be left out.
    case one
    /// Once or not at all.
    case optional
    /// Any number of times; a `*rest` of a path at least once.
    case many
  }

  /// The name of the capture or of the query items.
  public let label: String
  /// The name of the type, as it is written in Swift.
  public let type: String
  /// The texts that it takes.
  public let kind: CaptureKind
  /// How often it may be given.
  public let arity: Arity
  /// Whether there is a value for when it is left out.
  public let hasDefault: Bool

  /// A parameter that is given once.
  public init<T: RouteValue>(_ label: String, _ type: T.Type, hasDefault: Bool = false) {
    self.init(label, "\(T.self)", T.captureKind, .one, hasDefault)
  }

  /// A parameter that may be left out.
  public init<T: RouteValue>(_ label: String, _ type: T?.Type) {
    self.init(label, "\(T.self)?", T.captureKind, .optional, false)
  }

  /// A parameter that may be repeated.
  public init<T: RouteValue>(_ label: String, _ type: [T].Type) {
    self.init(label, "[\(T.self)]", T.captureKind, .many, false)
  }

  private init(
    _ label: String, _ type: String, _ kind: CaptureKind, _ arity: Arity, _ hasDefault: Bool
  ) {
    self.label = label
    self.type = type
    self.kind = kind
    self.arity = arity
    self.hasDefault = hasDefault
  }

  /// Whether nothing can be called without it.
  public var isRequired: Bool { arity == .one && !hasDefault }
}
