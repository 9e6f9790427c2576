// SPDX-License-Identifier: Apache-2.0

public import GantryCore

public import Foundation

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
