// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import Foundation
  public import GantryCore
  public import UIKit

  /// Asks for the view controller that shows the content of the app's saved state.
  ///
  /// It is sent only in apps without scenes. Only modules on the main actor can read the coder.
  @MainActor
  public struct RestoreViewController: LifecycleEvent {
    /// The restoration identifiers of the view controller and its ancestors, the topmost first.
    public let path: [String]
    private let borrowed: BorrowedCoder

    init(path: [String], _ borrowed: BorrowedCoder) {
      self.path = path
      self.borrowed = borrowed
    }

    /// The coder that the whole app decodes from; nil once the system's call has returned.
    public var coder: NSCoder? { borrowed.coder }

    /// The first answer that is not nil.
    public nonisolated static var merge: MergeRule<UIViewController?> { .first() }
  }
#endif
