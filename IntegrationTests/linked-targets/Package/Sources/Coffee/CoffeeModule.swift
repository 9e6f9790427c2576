// SPDX-License-Identifier: Apache-2.0

import Gantry

@Module(after: "Tea", "Milk")
final class CoffeeModule {
  @Launch func prepare() { print("Coffee brews") }

  @On func serve(_ event: DidBecomeActive) { print("Coffee is served") }

  @Shutdown func clear() { print("Coffee is cleared") }
}

@On @MainActor private func smellCoffee(_ event: DidBecomeActive) { print("Coffee is smelled") }
