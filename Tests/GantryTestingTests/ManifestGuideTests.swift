// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Testing

/// The code of Documentation/XcodeProjects.md.
@Suite final class ManifestGuideTests {
  private let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "app.json")

  deinit { try? FileManager.default.removeItem(at: file) }

  // region: test
  @Test func `the app has a manifest`() throws {
    try AppManifest.linked.write(to: "app.json")
  }
  // endregion
}
