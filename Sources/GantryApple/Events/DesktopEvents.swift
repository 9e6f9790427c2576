// SPDX-License-Identifier: Apache-2.0

public import Gantry

// Events of desktop apps, for which other systems have nothing alike.

/// The app is about to be hidden, with all its windows.
public struct WillHide: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension WillHide: NotificationRepresentable {}

/// The app was hidden, with all its windows.
public struct DidHide: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension DidHide: NotificationRepresentable {}

/// The app is about to be shown again.
public struct WillUnhide: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension WillUnhide: NotificationRepresentable {}

/// The app is shown again.
public struct DidUnhide: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension DidUnhide: NotificationRepresentable {}

/// The app is about to become active; `DidBecomeActive` follows.
public struct WillBecomeActive: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension WillBecomeActive: NotificationRepresentable {}

/// The app is no longer active: people work with another one.
public struct DidResignActive: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension DidResignActive: NotificationRepresentable {}

/// Screens were added, taken away or set up anew.
public struct DidChangeScreens: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension DidChangeScreens: NotificationRepresentable {}

/// The app's windows have all been covered, or no longer are.
public struct DidChangeOcclusion: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension DidChangeOcclusion: NotificationRepresentable {}

/// Whether the app begins with an untitled document when it has nothing else to open.
///
/// One false is enough for no document.
public struct ShouldOpenUntitledFile: LifecycleEvent {
  /// Makes the event.
  public init() {}

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldOpenUntitledFile: NotificationRepresentable {}

/// An untitled document is to be opened.
///
/// A module answers true when it has opened one; every module is asked.
public struct OpenUntitledFile: LifecycleEvent {
  /// Makes the event.
  public init() {}

  /// One true is enough to answer true.
  public static var merge: MergeRule<Bool> { .any }
}

extension OpenUntitledFile: NotificationRepresentable {}

/// Whether the app ends when its last window is closed.
///
/// One false keeps it running. Where the answer is true, `ShouldTerminate` follows.
public struct ShouldTerminateAfterLastWindow: LifecycleEvent {
  /// Makes the event.
  public init() {}

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldTerminateAfterLastWindow: NotificationRepresentable {}

/// The app was chosen again while it runs: in the Dock, or in the Finder.
///
/// A module that has brought a window of its own answers false; then the system shows none.
public struct ShouldReopen: LifecycleEvent {
  /// Whether a window of the app can be seen.
  public let hasVisibleWindows: Bool

  /// Makes the event.
  ///
  /// - Parameter hasVisibleWindows: Whether a window of the app can be seen.
  public init(hasVisibleWindows: Bool) { self.hasVisibleWindows = hasVisibleWindows }

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldReopen: NotificationRepresentable {}

/// The system is about to show an error; a module may give it another wording.
public struct WillPresentError: LifecycleEvent {
  /// The error.
  public let error: any Error

  /// Makes the event.
  ///
  /// - Parameter error: The error.
  public init(error: any Error) { self.error = error }

  /// The first answer that is not nil; without one, the error is shown as it is.
  public static var merge: MergeRule<(any Error)?> { .first() }
}

extension WillPresentError: NotificationRepresentable {}
