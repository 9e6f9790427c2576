// SPDX-License-Identifier: Apache-2.0

#if (canImport(UIKit) || canImport(AppKit)) && canImport(CloudKit) && !os(watchOS) && !os(tvOS)
  public import CloudKit
  public import Gantry

  /// People have accepted a share of CloudKit that someone offered them.
  ///
  /// It comes from the delegate of the app or of a scene, or with the connection of a scene. Only a
  /// module on the main actor reads the metadata.
  @MainActor
  public struct AcceptShare: LifecycleEvent {
    /// The share, to be accepted with `CKAcceptSharesOperation`.
    public let metadata: CKShare.Metadata
    /// The scene that it is meant for; nil in an app without scenes.
    public let scene: SceneID?

    /// Makes the event.
    ///
    /// - Parameters:
    ///   - metadata: The share.
    ///   - scene: The scene that it is meant for; nil in an app without scenes.
    public init(metadata: CKShare.Metadata, scene: SceneID? = nil) {
      self.metadata = metadata
      self.scene = scene
    }

    /// Kept for a module that is still launching.
    public nonisolated static var whileLaunching: LaunchingPolicy { .hold }
  }
#endif
