// SPDX-License-Identifier: Apache-2.0

/// The reason why an app was started.
public enum LaunchSource: String, Sendable, Codable, CaseIterable {
  /// A person started it.
  case user
  /// A URL was opened.
  case url
  /// A notification arrived.
  case push
  /// A quick action of its icon was chosen.
  case quickAction
  /// The system started it in the background.
  case background
  /// The system started it ahead of its use.
  case prewarm
  /// A test.
  case test
  /// A preview in an editor.
  case preview
}
