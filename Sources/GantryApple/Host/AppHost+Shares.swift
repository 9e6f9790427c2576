// SPDX-License-Identifier: Apache-2.0

#if (canImport(UIKit) || canImport(AppKit)) && !os(watchOS) && !os(tvOS)
  internal import CloudKit
  internal import GantryCore

  extension AppHost {
    /// Asks modules to accept a share, once the window of its scene is there.
    func accept(_ metadata: CKShare.Metadata, in scene: SceneID?) {
      let event = AcceptShare(metadata: metadata, scene: scene)
      deliver(sending("a share") { $0.send(event) }, to: .init(scene: scene))
    }
  }
#endif
