// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why an app was started.
public enum LaunchSource: String, Sendable, Codable, CaseIterable {
  /// Somebody started it.
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
