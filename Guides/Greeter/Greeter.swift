// SPDX-License-Identifier: Apache-2.0

// region: program
import Gantry
import GantryProcess

// region: module
@Module
final class GreeterModule {
  @Launch func prepare() { print("ready to greet") }

  @On func greet(_ event: OpenURL) -> Bool {
    print("hello, \(event.url.host() ?? "world")")
    return true
  }

  @Shutdown func leave() { print("good-bye") }
}
// endregion

// region: main
@main
struct Program {
  static func main() async {
    await Application().main(ProcessOptions(stopsAtEndOfInput: true))
  }
}
// endregion
// endregion
