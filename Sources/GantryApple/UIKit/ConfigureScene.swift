// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
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
