// SPDX-License-Identifier: Apache-2.0

#if (canImport(UIKit) || canImport(AppKit)) && !os(watchOS) && !os(tvOS)
  public import GantryCore
  #if canImport(AppKit) && !targetEnvironment(macCatalyst)
    public import AppKit
  #else
    public import UIKit
  #endif

  /// Asks which objects of the interface restore an activity that a module continues.
  public struct RestorableObjects: LifecycleEvent {
    /// The activity.
    public internal(set) var activity: UserActivity

    /// Creates the event.
    ///
    /// - Parameter activity: The activity.
    public init(activity: UserActivity) {
      self.activity = activity
    }

    #if canImport(AppKit) && !targetEnvironment(macCatalyst)
      /// The objects of all modules.
      public static var merge: MergeRule<[NSResponder]> { .concatenation }
    #else
      /// The objects of all modules.
      public static var merge: MergeRule<[UIResponder]> { .concatenation }
    #endif
  }
#endif
