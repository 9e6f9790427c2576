// SPDX-License-Identifier: Apache-2.0

/// Knows the news of the shop.
@MainActor
public protocol NewsService: Sendable {
  /// The news that was fetched last.
  var latest: [String] { get }
}
