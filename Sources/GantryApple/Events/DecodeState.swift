// SPDX-License-Identifier: Apache-2.0

public import GantryCore

public import Foundation

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
