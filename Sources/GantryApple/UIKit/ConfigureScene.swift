// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import Foundation
  public import GantryCore
  public import UIKit

  /// Asks for the configuration of a new scene: its delegate, storyboard and class.
  ///
  /// Only one module answers. If none handles the event, the configuration in Info.plist applies.
  public struct ConfigureScene: LifecycleEvent {
    /// The session of the new scene.
    public let session: UISceneSession
    /// The options that the scene connects with.
    public let options: UIScene.ConnectionOptions

    /// Creates the event.
    ///
    /// - Parameters:
    ///   - session: The session of the new scene.
    ///   - options: The options that the scene connects with.
    public init(session: UISceneSession, options: UIScene.ConnectionOptions) {
      self.session = session
      self.options = options
    }

    /// The first answer that is not nil.
    public static var merge: MergeRule<UISceneConfiguration?> { .first() }
  }

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

  /// Asks where the controls of a scene's window are, on an iPad with iOS 26 or later.
  @available(iOS 26.0, *)
  public struct PreferredWindowingControlStyle: LifecycleEvent {
    /// The scene.
    public let scene: SceneID

    /// Creates the event.
    ///
    /// - Parameter scene: The scene.
    public init(scene: SceneID) { self.scene = scene }

    /// The first answer that is not nil; without one, the system decides.
    public static var merge: MergeRule<UIWindowScene.WindowingControlStyle?> { .first() }
  }

  /// Asks which objects of the interface restore an activity that a module continues.
  public struct RestorableObjects: LifecycleEvent {
    /// The activity.
    public let activity: UserActivity

    /// Creates the event.
    ///
    /// - Parameter activity: The activity.
    public init(activity: UserActivity) {
      self.activity = activity
    }

    /// The objects of all modules.
    public static var merge: MergeRule<[UIResponder]> { .concatenation }
  }
#endif
