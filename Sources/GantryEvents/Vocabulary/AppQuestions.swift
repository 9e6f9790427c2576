// SPDX-License-Identifier: Apache-2.0

/// The app is asked to end; a module with unfinished work may object.
///
/// One false is a veto. A module that knows at once returns its answer; one that needs time calls
/// `reply.expect` while it hears the event, and `reply.answer` later, both with its own name. An
/// `async` handler needs no `reply.expect`. A module that is still launching does not object.
public struct ShouldTerminate: LifecycleEvent {
  /// Where a module that needs time answers; nil where the host cannot wait.
  public let reply: Reply<Bool>?

  /// Makes the event.
  ///
  /// - Parameter reply: Where a module that needs time answers; nil where the host cannot wait.
  public init(reply: Reply<Bool>? = nil) {
    self.reply = reply
  }

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldTerminate: NotificationRepresentable {}

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

/// An app on a watch asks its companion to request access to health data.
public struct ShouldRequestHealthAuthorization: LifecycleEvent {
  /// Makes the event.
  public init() {}

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension ShouldRequestHealthAuthorization: NotificationRepresentable {}

/// Which orientations the interface may take now.
///
/// Each module names those it supports; the answer is those that all of them support.
public struct SupportedOrientations: LifecycleEvent {
  /// The scene it is meant for; nil where there are no scenes.
  public let scene: SceneID?

  /// Makes the event.
  ///
  /// - Parameter scene: The scene it is meant for; nil where there are no scenes.
  public init(scene: SceneID? = nil) {
    self.scene = scene
  }

  /// The orientations that every answer holds; all of them without answers.
  public static var merge: MergeRule<InterfaceOrientations> { .intersection(unanswered: .all) }
}

extension SupportedOrientations: NotificationRepresentable {}

/// Ways in which the interface may be turned.
public struct InterfaceOrientations: OptionSet, Sendable, Hashable {
  /// One bit for each orientation.
  public let rawValue: Int

  /// Makes a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Upright.
  public static let portrait = Self(rawValue: 1 << 0)
  /// Upright, upside down.
  public static let portraitUpsideDown = Self(rawValue: 1 << 1)
  /// On its side, turned to the left.
  public static let landscapeLeft = Self(rawValue: 1 << 2)
  /// On its side, turned to the right.
  public static let landscapeRight = Self(rawValue: 1 << 3)
  /// Either side.
  public static let landscape: Self = [.landscapeLeft, .landscapeRight]
  /// Every way.
  public static let all: Self = [.portrait, .portraitUpsideDown, .landscape]
}
