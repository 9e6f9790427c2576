// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The reason why the row of a launch isn't kept. The launch goes on in any case.
public enum LaunchRowsError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file can't be read or written.
  case unusable(file: String, reason: String)
  /// A row alone has more bytes than the file may have.
  case tooLarge(bytes: Int, limit: Int)

  /// The reason in words.
  public var description: String {
    switch self {
    case .unusable(let file, let reason):
      "the file of launch rows '\(file)' can't be used: \(reason)"
    case .tooLarge(let bytes, let limit):
      """
      the row of a launch has \(bytes) bytes, and the file may have \(limit). Pass a larger `limit` to \
      LaunchRows.
      """
    }
  }
}
