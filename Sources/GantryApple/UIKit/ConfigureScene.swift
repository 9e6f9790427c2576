// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import GantryCore
  public import UIKit

  /// Asks for the configuration of a new scene: its delegate, storyboard and class.
  ///
  /// A module answers for its own roles, such as that of CarPlay, and returns nil for others. The
  /// first answer counts, by priority and then in launch order. If none handles the event, the
  /// configuration in Info.plist applies.
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

  extension AppHost {
    /// The configuration that a module gives a scene.
    func configuration(
      of session: UISceneSession, _ options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration? {
      one(
        ConfigureScene(session: session, options: options),
        about: "the role '\(session.role.rawValue)'")
    }
  }
#endif
