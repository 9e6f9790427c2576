// SPDX-License-Identifier: Apache-2.0

/// The systems that a condition can name.
public enum OperatingSystem: String, Sendable, Codable, CaseIterable {
  /// Linux.
  case linux
  /// macOS.
  case macOS
  /// iOS and iPadOS.
  case iOS
  /// tvOS.
  case tvOS
  /// watchOS.
  case watchOS
  /// visionOS.
  case visionOS
  /// Windows.
  case windows
  /// Any other.
  case other

  /// The system that this program was built for.
  package static var current: Self {
    #if os(Linux)
      .linux
    #elseif os(macOS)
      .macOS
    #elseif os(iOS)
      .iOS
    #elseif os(tvOS)
      .tvOS
    #elseif os(watchOS)
      .watchOS
    #elseif os(visionOS)
      .visionOS
    #elseif os(Windows)
      .windows
    #else
      .other
    #endif
  }
}
