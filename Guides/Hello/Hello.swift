// SPDX-License-Identifier: Apache-2.0

// region: program
import Gantry

@Module
final class StorageModule {
  @Launch func open() { print("storage is open") }
}

@Module(requires: "Storage")
final class OrdersModule {
  @Launch func load() { print("orders are loaded") }
}

@main
struct Hello {
  static func main() async throws {
    let app = Application()
    print(try await app.start())
    await app.stop()
  }
}
// endregion
