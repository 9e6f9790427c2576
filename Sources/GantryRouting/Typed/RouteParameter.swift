// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// A parameter of a route: a capture, or a query item.
public struct RouteParameter: Hashable, Sendable {
  /// How often a parameter may be given.
  package enum Arity: String, Codable, Sendable {
    /// Once; a parameter with a default may be left out.
    case one
    /// Once or not at all.
    case optional
    /// Any number of times; a `*rest` of a path at least once.
    case many
  }

  /// The name of the capture or of the query items.
  package let label: String
  /// The name of the type, as written in Swift.
  package let type: String
  /// The texts that it accepts.
  package let kind: CaptureKind
  /// How often a parameter may be given.
  package let arity: Arity
  /// Whether it has a default value.
  package let hasDefault: Bool

  /// A parameter that is given once.
  public init<Value: RouteValue>(_ label: String, _ type: Value.Type, hasDefault: Bool = false) {
    self.init(label, "\(Value.self)", Value.captureKind, .one, hasDefault)
  }

  /// A parameter that may be left out.
  public init<Value: RouteValue>(_ label: String, _ type: Value?.Type) {
    self.init(label, "\(Value.self)?", Value.captureKind, .optional, false)
  }

  /// A parameter that may be repeated.
  public init<Value: RouteValue>(_ label: String, _ type: [Value].Type) {
    self.init(label, "[\(Value.self)]", Value.captureKind, .many, false)
  }

  /// Refuses a property that isn't a `RouteValue`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "no URL carries a value that isn't a RouteValue: mark the property @NotFromURL if code hands it over"
  )
  public init<Value>(_ label: String, _ type: Value.Type, hasDefault: Bool = false) {
    self.init(label, "\(Value.self)", .any, .one, hasDefault)
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
  package var isRequired: Bool { arity == .one && !hasDefault }
}
