// SPDX-License-Identifier: Apache-2.0

import Gantry

@Module final class MessagesModule {
  @Launch func load() { print("loaded") }
}

@main
struct Author {
  static func main() async throws {
    let application = Application()
    try await application.start()
    _ = await application.stop()
  }
}
