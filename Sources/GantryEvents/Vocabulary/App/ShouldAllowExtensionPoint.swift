// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Whether extensions of one kind, such as other keyboards, may be used in this app.
///
/// One false forbids them. A module that is still launching does not object.
public struct ShouldAllowExtensionPoint: LifecycleEvent {
  /// The kind, as the system names it.
  public let identifier: String

  /// Makes the event.
  ///
  /// - Parameter identifier: The kind, as the system names it.
  public init(identifier: String) {
    self.identifier = identifier
  }

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldAllowExtensionPoint: NotificationRepresentable {
  /// Publishes `identifier`.
  public var notificationUserInfo: [String: any Sendable] {
    ["identifier": identifier]
  }
}
