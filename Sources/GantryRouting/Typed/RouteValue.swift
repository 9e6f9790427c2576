// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A type that a parameter of a route can have: it is read from a text and printed as one.
///
/// `Int`, `String`, `Bool`, `Double`, `UUID`, `URL` and `Date` conform. An enum with such a raw
/// value conforms by naming the protocol; with `CaseIterable` it takes the texts of its cases and no
/// others, `1` but not `01`:
///
/// ```swift
/// enum Tab: String, CaseIterable, RouteValue { case open, closed }
/// ```
///
/// A text printed by ``routeText`` is read by ``init(routeText:)`` as the same value. Where it is
/// not, the value cannot be printed, which is a `RouteError.wrongArgument`.
public protocol RouteValue: Sendable {
  /// The segments that a capture of this type takes: those that ``init(routeText:)`` reads.
  ///
  /// One of your own takes exactly the same texts, or ``Router/canOpen(_:from:)`` errs.
  static var captureKind: CaptureKind { get }

  /// Reads a value.
  ///
  /// - Parameter routeText: The decoded text.
  /// - Returns: Nil when the text isn't such a value.
  init?(routeText: String)

  /// The value as text, not escaped.
  var routeText: String { get }
}

extension RouteValue {
  /// Every segment that reads as a value.
  public static var captureKind: CaptureKind {
    .custom(String(reflecting: Self.self)) { Self(routeText: $0) != nil }
  }
}

extension RouteValue where Self: RawRepresentable, RawValue: RouteValue {
  /// Reads a raw value; nil when there is none of this text.
  public init?(routeText: String) {
    guard let rawValue = RawValue(routeText: routeText) else { return nil }
    self.init(rawValue: rawValue)
  }

  /// The text of the raw value.
  public var routeText: String { rawValue.routeText }
}

extension RouteValue where Self: RawRepresentable & CaseIterable, RawValue: RouteValue {
  /// The texts of the cases.
  public static var captureKind: CaptureKind {
    .oneOf(String(reflecting: Self.self), allCases.map(\.routeText))
  }

  /// Reads the case that prints as this text, byte by byte.
  public init?(routeText: String) {
    let found = Self.allCases.first { $0.routeText.hasBytes(of: routeText) }
    guard let found else { return nil }
    self = found
  }
}
