// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// The fault of a module whose report a launch that blocks the main thread would wait for; nil if
  /// it has none.
  ///
  /// What makes it ready, such as a connection, may take as long as it likes, and would hold up the
  /// screen.
  static func blockedReport(of manifest: ModuleManifest) -> Fault? {
    guard manifest.stage == .beforeReady,
      let run = manifest.runs.first(where: { $0.options.ready == .whenReported })
    else { return nil }
    return Fault(
      "blockedReport",
      """
      \(manifest.name).\(run.function) is `ready: .whenReported`, and `startBlocking` would hold \
      the main thread until then (\(run.declaredAt)). Leave `ready:` out, or start with \
      `await start()`.
      """, modules: [manifest.name], at: [run.declaredAt])
  }
}
