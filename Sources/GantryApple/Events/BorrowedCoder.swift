// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryCore

/// A coder that is valid only during a call from the system.
@MainActor
final class BorrowedCoder {
  private(set) var coder: NSCoder?

  init(_ coder: NSCoder) { self.coder = coder }

  /// Calls a closure with a coder, which is gone after the call: its later use would crash the app.
  static func with(_ coder: NSCoder, do body: (BorrowedCoder) -> Void) {
    let borrowed = BorrowedCoder(coder)
    body(borrowed)
    borrowed.coder = nil
  }
}
