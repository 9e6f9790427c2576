// SPDX-License-Identifier: Apache-2.0

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import Gantry

  /// The items that modules add to the app's menu in the Dock.
  public struct DockMenuItems: LifecycleEvent {
    /// Makes the event.
    public init() {}

    /// The items of all modules, in their order.
    public static var merge: MergeRule<[NSMenuItem]> { .concatenation }
  }

  extension AppHost {
    /// A menu of the items of all modules; nil where there are none.
    func dockMenu() -> NSMenu? {
      let items = events.send(DockMenuItems())
      guard !items.isEmpty else { return nil }
      let menu = NSMenu(title: "")
      for item in items { menu.addItem(item) }
      return menu
    }
  }

  /// Which objects of the interface are to take up an activity that a module continues.
  public struct RestorableObjects: LifecycleEvent {
    /// The activity.
    public let activity: UserActivity

    /// Makes the event.
    ///
    /// - Parameter activity: The activity.
    public init(activity: UserActivity) {
      self.activity = activity
    }

    /// The objects of all modules.
    public static var merge: MergeRule<[NSResponder]> { .concatenation }
  }
#endif
