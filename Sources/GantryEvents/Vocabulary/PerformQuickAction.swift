// SPDX-License-Identifier: Apache-2.0

/// The user chose a quick action of the app's icon.
///
/// A module answers true when it performs the action; every module is asked.
public struct PerformQuickAction: LifecycleEvent {
  /// The kind of action, as the app declared it.
  public let type: String
  /// The title that was shown.
  public let title: String?
  /// The values that the app stored with the action.
  public let userInfo: [String: String]
  /// The scene it is meant for; nil where there are no scenes.
  public let scene: SceneID?

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - type: The kind of action, as the app declared it.
  ///   - title: The title that was shown.
  ///   - userInfo: The values that the app stored with the action.
  ///   - scene: The scene it is meant for; nil where there are no scenes.
  public init(
    type: String, title: String? = nil, userInfo: [String: String] = [:], scene: SceneID? = nil
  ) {
    self.type = type
    self.title = title
    self.userInfo = userInfo
    self.scene = scene
  }

  /// True when any module answers true.
  public static var merge: MergeRule<Bool> { .any }

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension PerformQuickAction: NotificationRepresentable {
  /// Publishes `type`. The values that the app stored with the action stay out.
  public var notificationUserInfo: [String: any Sendable] {
    ["type": type]
  }
}
