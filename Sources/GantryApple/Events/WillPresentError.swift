// SPDX-License-Identifier: Apache-2.0

public import GantryCore
package import GantryEvents

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
