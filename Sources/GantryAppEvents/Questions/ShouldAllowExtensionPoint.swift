// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// Whether extensions of one kind, such as custom keyboards, may be used in this app.
///
/// One false forbids them. A module that is still launching does not object.
public struct ShouldAllowExtensionPoint: LifecycleEvent {
  /// The kind, as the system names it.
  public let identifier: String

  /// Creates the event.
  ///
  /// - Parameter identifier: The kind, as the system names it.
  public init(identifier: String) {
    self.identifier = identifier
  }

  /// False when any module answers false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldAllowExtensionPoint: NotificationRepresentable {
  /// Publishes `identifier`.
  package var notificationUserInfo: [String: any Sendable] {
    ["identifier": identifier]
  }
}
