// SPDX-License-Identifier: Apache-2.0

package import GantryEvents

/// An event of one scene.
///
/// Held, unlike the app's own state: the last event of one scene must not hide another's.
package protocol SceneEvent: HeldEvent, NotificationRepresentable {
  /// The scene.
  var scene: SceneID { get }
}

extension SceneEvent {
  /// Publishes `scene`.
  package var notificationUserInfo: [String: any Sendable] { ["scene": scene.rawValue] }
}
