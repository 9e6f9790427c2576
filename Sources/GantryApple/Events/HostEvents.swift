// SPDX-License-Identifier: Apache-2.0

public import Foundation
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

// Questions and state of apps on Apple systems, with both kits.

/// A coder that belongs to a call of the system.
@MainActor
final class BorrowedCoder {
  private(set) var coder: NSCoder?

  init(_ coder: NSCoder) { self.coder = coder }

  /// Lends a coder for as long as a call goes on: a coder that is used later would end the app.
  static func lend(_ coder: NSCoder, to body: (BorrowedCoder) -> Void) {
    let borrowed = BorrowedCoder(coder)
    body(borrowed)
    borrowed.coder = nil
  }
}

/// The app's state is to be saved, by the system's coder.
///
/// `SaveState` asks for data and needs no coder; hear this event where you have objects to encode. Only
/// a module on the main actor reads the coder.
@MainActor
public struct EncodeState: LifecycleEvent {
  private let borrowed: BorrowedCoder

  init(_ borrowed: BorrowedCoder) { self.borrowed = borrowed }

  /// The coder that all of the app encodes to; nil when the system's call is over.
  public var coder: NSCoder? { borrowed.coder }
}

/// State that was saved earlier is back, in the system's coder.
///
/// `RestoreState` brings the data of `SaveState`; hear this event where you have encoded objects. Only a
/// module on the main actor reads the coder.
@MainActor
public struct DecodeState: LifecycleEvent {
  private let borrowed: BorrowedCoder

  init(_ borrowed: BorrowedCoder) { self.borrowed = borrowed }

  /// The coder that all of the app decodes from; nil when the system's call is over.
  public var coder: NSCoder? { borrowed.coder }
}

/// Whether the system translates the keys of commands for other keyboards.
///
/// One false is enough for none.
public struct ShouldLocalizeKeyCommands: LifecycleEvent {
  /// Makes the event.
  public init() {}

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }
}

extension ShouldLocalizeKeyCommands: NotificationRepresentable {}
