// SPDX-License-Identifier: Apache-2.0

/// The user chose a quick action of the app's icon.
///
/// A module answers true when it performs the action; every module is asked. An `async` handler
/// answers through ``reply``.
public struct PerformQuickAction: LifecycleEvent, HeldEvent {
  /// The kind of action, as the app declared it.
  public let type: String
  /// The title that was shown.
  public let title: String?
  /// The values that the app stored with the action.
  public let userInfo: [String: String]
  /// The scene it is meant for; nil where there are no scenes.
  public let scene: SceneID?
  /// Takes the answer of a module that needs time: whether it has performed the action.
  ///
  /// The system waits for it, except for an action that a scene connects with.
  public package(set) var reply: Reply<Bool>

  package var system = SystemReference()

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - type: The kind of action, as the app declared it.
  ///   - title: The title that was shown.
  ///   - userInfo: The values that the app stored with the action.
  ///   - scene: The scene it is meant for; nil where there are no scenes.
  ///   - reply: Takes answers that come later; nil if nothing waits for them.
  public init(
    type: String, title: String? = nil, userInfo: [String: String] = [:], scene: SceneID? = nil,
    reply: Reply<Bool>? = nil
  ) {
    self.type = type
    self.title = title
    self.userInfo = userInfo
    self.scene = scene
    self.reply = reply ?? Reply(Self.merge, deadline: nil) { _ in }
  }

  /// The same action, with another reply.
  package func answering(_ reply: Reply<Bool>) -> Self {
    var action = self
    action.reply = reply
    return action
  }

  /// True when any module answers true.
  public static var merge: MergeRule<Bool> { .any }
}

extension PerformQuickAction: NotificationRepresentable {
  /// Publishes `type`. The values that the app stored with the action stay out.
  package var notificationUserInfo: [String: any Sendable] {
    ["type": type]
  }
}

extension PerformQuickAction: SystemDelivered {}
