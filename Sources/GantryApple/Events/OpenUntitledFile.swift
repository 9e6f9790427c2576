// SPDX-License-Identifier: Apache-2.0

public import GantryCore
package import GantryEvents

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
