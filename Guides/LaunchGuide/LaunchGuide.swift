// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry

@Module
final class StorageModule {
  @Launch func open() {}
}

@main
struct LaunchGuide {
  static func main() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "launch-guide-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await launch(keeping: folder.appending(path: "launch.json").path)
  }

  static func launch(keeping file: String) async throws {
    // region: profile
    let application = Application(
      profile: Application.Profile(file: file), limits: Application.Limits(workers: 3))
    try await application.start()
    await application.stop()
    let next = try application.plan()
    print("known:", next.tasks.filter { $0.recordedDuration != nil }.map(\.name))
    // endregion
  }

  static func guarded() -> Application {
    // region: safe-mode
    let application = Application(safeMode: Application.SafeMode(file: "launch.journal"))
    // endregion
    return application
  }
}
