// SPDX-License-Identifier: Apache-2.0

// region: program
import Gantry

@Launch func openDatabase() { print("the database is open") }

@main
struct Hello {
  static func main() async throws {
    let app = Application()
    print(try await app.start())
    await app.stop()
  }
}
// endregion
