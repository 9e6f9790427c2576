// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import GantryCore
  public import UIKit

  /// Asks for the configuration of a new scene: its delegate, storyboard and class.
  ///
  /// A module answers for its own roles, such as that of CarPlay, and returns nil for others. The
  /// first answer counts, by priority and then in launch order. If none handles the event, the
  /// configuration in Info.plist applies. So it does, with a warning, while a module that would answer
  /// is still launching: the system doesn't wait. Name the delegate's class there as well if the app
  /// launches without blocking.
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
      let event = ConfigureScene(session: session, options: options)
      let subject = "the role '\(session.role.rawValue)'"
      // Modules rarely configure the app's own windows.
      guard session.role != .windowApplication else { return one(event, about: subject) }
      return oneNow(
        event, about: subject,
        otherwise:
          "Name the class of its delegate in Info.plist, or let the launch block with a higher limit."
      )
    }
  }
#endif
