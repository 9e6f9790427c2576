// SPDX-License-Identifier: Apache-2.0

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import GantryCore

  /// The items that modules add to the app's menu in the Dock.
  public struct DockMenuItems: LifecycleEvent {
    /// Creates the event.
    public init() {}

    /// The items of all modules, module by module.
    public static var merge: MergeRule<[NSMenuItem]> { .concatenation }
  }
#endif
