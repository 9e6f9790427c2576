// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Gantry

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
