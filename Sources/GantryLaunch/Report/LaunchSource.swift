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
  /// The system started it in the background because the device's location has changed.
  case location
  /// The system started it in the background for a Bluetooth device or a Bluetooth connection.
  case bluetooth
  /// The system started it in the background, and names no other reason.
  case background
  /// The system started its process ahead of its use, and names no reason for the launch in it.
  case prewarm
  /// A test.
  case test
  /// A preview in an editor.
  case preview
}

extension LaunchSource {
  /// Whether no person has started the app, so that its end says nothing of its health.
  package var isInBackground: Bool {
    switch self {
    case .location, .bluetooth, .background, .prewarm: true
    case .user, .url, .push, .quickAction, .test, .preview: false
    }
  }
}
