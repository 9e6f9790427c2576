// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
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
#endif
