// SPDX-License-Identifier: Apache-2.0

import Gantry

@Module final class MessagesModule {
  @Launch func load() {}
}

@main
struct App {
  static func main() async throws {
    let application = Application()
    let report = try await application.start()
    print("ready: \(report.criticalPath.map(\.rawValue).joined(separator: ", "))")
    _ = await application.stop()
  }
}
