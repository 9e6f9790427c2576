// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import GantryCore

// Events of desktop apps, which have no counterpart on other systems.

/// The app is about to be hidden, with all its windows.
public struct WillHide: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension WillHide: NotificationRepresentable {}

/// The app was hidden, with all its windows.
public struct DidHide: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension DidHide: NotificationRepresentable {}

/// The app is about to be shown again.
public struct WillUnhide: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension WillUnhide: NotificationRepresentable {}

/// The app is shown again.
public struct DidUnhide: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension DidUnhide: NotificationRepresentable {}

/// The app is about to become active; `DidBecomeActive` follows.
public struct WillBecomeActive: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension WillBecomeActive: NotificationRepresentable {}

/// The app is no longer active, because another app is.
public struct DidResignActive: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension DidResignActive: NotificationRepresentable {}

/// Screens were added, removed or reconfigured.
public struct DidChangeScreens: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension DidChangeScreens: NotificationRepresentable {}

/// The app's windows are now all covered, or some are visible again.
public struct DidChangeOcclusion: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension DidChangeOcclusion: NotificationRepresentable {}

/// Asks whether the app opens an untitled document when it has nothing else to open.
///
/// A single false prevents it.
public struct ShouldOpenUntitledFile: LifecycleEvent {
  /// Creates the event.
  public init() {}

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldOpenUntitledFile: NotificationRepresentable {}

/// Asks modules to open an untitled document.
///
/// Every module is asked. It answers true if it has opened a document.
public struct OpenUntitledFile: LifecycleEvent {
  /// Creates the event.
  public init() {}

  /// True when any module answers true.
  public static var merge: MergeRule<Bool> { .any }
}

extension OpenUntitledFile: NotificationRepresentable {}

/// Asks whether the app terminates when its last window closes.
///
/// A single false keeps it running. If the answer is true, `ShouldTerminate` follows.
public struct ShouldTerminateAfterLastWindow: LifecycleEvent {
  /// Creates the event.
  public init() {}

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldTerminateAfterLastWindow: NotificationRepresentable {}

/// The running app was opened again, from the Dock or the Finder.
///
/// A module that shows a window itself answers false, and the system then shows none.
public struct ShouldReopen: LifecycleEvent {
  /// Whether the app has a visible window.
  public let hasVisibleWindows: Bool

  /// Creates the event.
  ///
  /// - Parameter hasVisibleWindows: Whether the app has a visible window.
  public init(hasVisibleWindows: Bool) { self.hasVisibleWindows = hasVisibleWindows }

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldReopen: NotificationRepresentable {}

/// The system is about to show an error, which a module can reword.
public struct WillPresentError: LifecycleEvent {
  /// The error.
  public let error: any Error

  /// Creates the event.
  ///
  /// - Parameter error: The error.
  public init(error: any Error) { self.error = error }

  /// The first answer that is not nil; without one, the error is shown as it is.
  public static var merge: MergeRule<(any Error)?> { .first() }
}

extension WillPresentError: NotificationRepresentable {}

// Questions and saved state of apps, with UIKit and AppKit.

/// A coder that is valid only during a call from the system.
@MainActor
final class BorrowedCoder {
  private(set) var coder: NSCoder?

  init(_ coder: NSCoder) { self.coder = coder }

  /// Lends a coder for the duration of a call. Using the coder later would crash the app.
  static func lend(_ coder: NSCoder, to body: (BorrowedCoder) -> Void) {
    let borrowed = BorrowedCoder(coder)
    body(borrowed)
    borrowed.coder = nil
  }
}

/// The system saves the app's state with its coder.
///
/// `SaveState` asks for data and needs no coder; handle this event if you have objects to encode.
/// Only modules on the main actor can read the coder.
@MainActor
public struct EncodeState: LifecycleEvent {
  private let borrowed: BorrowedCoder

  init(_ borrowed: BorrowedCoder) { self.borrowed = borrowed }

  /// The coder that the whole app encodes to; nil once the system's call has returned.
  public var coder: NSCoder? { borrowed.coder }
}

/// The system restores the app's saved state with its coder.
///
/// `RestoreState` brings the data of `SaveState`; handle this event if you have encoded objects.
/// Only modules on the main actor can read the coder.
@MainActor
public struct DecodeState: LifecycleEvent {
  private let borrowed: BorrowedCoder

  init(_ borrowed: BorrowedCoder) { self.borrowed = borrowed }

  /// The coder that the whole app decodes from; nil once the system's call has returned.
  public var coder: NSCoder? { borrowed.coder }
}

/// Asks whether the system localizes keyboard shortcuts for other keyboards.
///
/// A single false turns this off.
public struct ShouldLocalizeKeyCommands: LifecycleEvent {
  /// Creates the event.
  public init() {}

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldLocalizeKeyCommands: NotificationRepresentable {}
