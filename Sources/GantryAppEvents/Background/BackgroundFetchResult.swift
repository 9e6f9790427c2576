// SPDX-License-Identifier: Apache-2.0

/// The result of work in the background.
public enum BackgroundFetchResult: String, Sendable, Codable, CaseIterable {
  /// Something new was fetched.
  case newData
  /// There was nothing new.
  case noData
  /// The fetch failed.
  case failed
}
