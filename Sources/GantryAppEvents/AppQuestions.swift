// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// The app is asked to terminate; a module with unfinished work may object.
///
/// One false is a veto. A module that knows its answer returns it. A module that needs time calls
/// `reply.expect` while it hears the event, and `reply.answer` later, both with its own name. An
/// `async` handler needs no `reply.expect`. A module that is still launching does not object.
public struct ShouldTerminate: LifecycleEvent {
  /// Takes the answers of modules that need time; nil when the host cannot wait.
  public let reply: Reply<Bool>?

  /// Creates the event.
  ///
  /// - Parameter reply: Takes the answers of modules that need time; nil when the host cannot wait.
  public init(reply: Reply<Bool>? = nil) {
    self.reply = reply
  }

  /// False when any module answers false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldTerminate: NotificationRepresentable {}

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
  public var notificationUserInfo: [String: any Sendable] {
    ["identifier": identifier]
  }
}

/// An app on a watch asks its companion to request access to health data.
public struct ShouldRequestHealthAuthorization: LifecycleEvent {
  /// Creates the event.
  public init() {}

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension ShouldRequestHealthAuthorization: NotificationRepresentable {}

/// Which orientations the interface may take now.
///
/// Each module returns the orientations that it supports; the merged answer is those that all
/// support.
public struct SupportedOrientations: LifecycleEvent {
  /// The scene it is meant for; nil where there are no scenes.
  public let scene: SceneID?

  /// Creates the event.
  ///
  /// - Parameter scene: The scene it is meant for; nil where there are no scenes.
  public init(scene: SceneID? = nil) {
    self.scene = scene
  }

  /// The orientations in every answer; all orientations without answers.
  public static var merge: MergeRule<InterfaceOrientations> { .intersection(unanswered: .all) }
}

extension SupportedOrientations: NotificationRepresentable {}

/// Ways in which the interface may be turned.
public struct InterfaceOrientations: OptionSet, Sendable, Hashable {
  /// One bit for each orientation.
  public let rawValue: Int

  /// Creates a set from its bits.
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
