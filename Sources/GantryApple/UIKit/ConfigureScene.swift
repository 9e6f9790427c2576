// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import Foundation
  public import Gantry
  public import UIKit

  /// With which delegate, storyboard and class a scene begins.
  ///
  /// One module answers; where none listens, the configuration in Info.plist counts.
  public struct ConfigureScene: LifecycleEvent {
    /// The session for which a scene is made.
    public let session: UISceneSession
    /// The options that the scene connects with.
    public let options: UIScene.ConnectionOptions

    /// Makes the event.
    ///
    /// - Parameters:
    ///   - session: The session for which a scene is made.
    ///   - options: The options that the scene connects with.
    public init(session: UISceneSession, options: UIScene.ConnectionOptions) {
      self.session = session
      self.options = options
    }

    /// The first answer that is not nil.
    public static var merge: MergeRule<UISceneConfiguration?> { .first() }
  }

  /// Which view controller has the content that the app had when its state was saved.
  ///
  /// In apps without scenes. Only a module on the main actor reads the coder.
  @MainActor
  public struct RestoreViewController: LifecycleEvent {
    /// The restoration identifiers of the view controller and of those above it, the topmost first.
    public let path: [String]
    private let borrowed: BorrowedCoder

    init(path: [String], _ borrowed: BorrowedCoder) {
      self.path = path
      self.borrowed = borrowed
    }

    /// The coder that all of the app decodes from; nil when the system's call is over.
    public var coder: NSCoder? { borrowed.coder }

    /// The first answer that is not nil.
    public nonisolated static var merge: MergeRule<UIViewController?> { .first() }
  }

  /// Where the controls of a scene's window are, on an iPad with iOS 26 and later.
  @available(iOS 26.0, *)
  public struct PreferredWindowingControlStyle: LifecycleEvent {
    /// The scene.
    public let scene: SceneID

    /// Makes the event.
    ///
    /// - Parameter scene: The scene.
    public init(scene: SceneID) { self.scene = scene }

    /// The first answer that is not nil; without one, the system decides.
    public static var merge: MergeRule<UIWindowScene.WindowingControlStyle?> { .first() }
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
    public static var merge: MergeRule<[UIResponder]> { .concatenation }
  }
#endif
