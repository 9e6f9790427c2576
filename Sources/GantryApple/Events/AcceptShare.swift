// SPDX-License-Identifier: Apache-2.0

#if (canImport(UIKit) || canImport(AppKit)) && !os(watchOS) && !os(tvOS)
  public import CloudKit
  public import GantryCore

  /// A person has accepted a CloudKit share.
  ///
  /// It comes from the delegate of the app or of a scene, or with a scene's connection. Only
  /// modules on the main actor can read the metadata.
  @MainActor
  public struct AcceptShare: LifecycleEvent {
    /// The share, to be accepted with `CKAcceptSharesOperation`.
    public let metadata: CKShare.Metadata
    /// The scene that it is meant for; nil in an app without scenes.
    public let scene: SceneID?

    /// Creates the event.
    ///
    /// - Parameters:
    ///   - metadata: The share.
    ///   - scene: The scene that it is meant for; nil in an app without scenes.
    public init(metadata: CKShare.Metadata, scene: SceneID? = nil) {
      self.metadata = metadata
      self.scene = scene
    }

    /// Held for modules that are still launching.
    public nonisolated static var whileLaunching: LaunchingPolicy { .hold }
  }
#endif
