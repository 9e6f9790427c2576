// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryFleet
import LaunchFixture
import Synchronization
import Testing

/// The code of the guide on many users' launches.
@Suite struct FleetGuideTests {
  // region: send
  /// Keeps the rows of launches in a file, until they are uploaded.
  func rows(
    of number: UInt64, in folder: String,
    upload: @escaping @Sendable (_ body: String) async throws -> Void
  ) -> LaunchRows {
    let installation = AppInstallation(
      id: number, app: "com.example.shop", build: "4240", device: "phone-2022", share: 0.5)
    return LaunchRows(file: "\(folder)/launches.ndjson", of: installation) { rows in
      try await upload(rows.joined(separator: "\n") + "\n")
    }
  }
  // endregion

  @Test func `a launch of an installation in the sample is uploaded as a line`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rows-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let number = try #require(
      (0..<100).first { AppInstallation(id: $0, app: "", share: 0.5).isInSample })
    let bodies = Mutex<[String]>([])
    let rows = rows(of: number, in: folder.path) { body in bodies.withLock { $0.append(body) } }
    var sketch = ReportSketch(ready: 2)
    sketch.ran("A", 0, 0, 2)
    try await rows.add(sketch.report().circumstantial())
    let body = try #require(bodies.withLock { $0.first })
    #expect(body.hasPrefix("{\"v\":1,") && body.hasSuffix("}\n") && body.contains("\"weight\":2,"))
  }
}
