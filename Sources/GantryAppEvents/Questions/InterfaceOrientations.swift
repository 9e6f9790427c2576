// SPDX-License-Identifier: Apache-2.0

/// Ways in which the interface may be turned.
public struct InterfaceOrientations: OptionSet, Sendable, Hashable {
  /// One bit for each orientation.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Upright.
  public static let portrait = Self(rawValue: 1 << 0)
  /// Upright, upside down.
  public static let portraitUpsideDown = Self(rawValue: 1 << 1)
  /// On its side, turned to the left.
  public static let landscapeLeft = Self(rawValue: 1 << 2)
  /// On its side, turned to the right.
  public static let landscapeRight = Self(rawValue: 1 << 3)
  /// Either side.
  public static let landscape: Self = [.landscapeLeft, .landscapeRight]
  /// Every way.
  public static let all: Self = [.portrait, .portraitUpsideDown, .landscape]
}
