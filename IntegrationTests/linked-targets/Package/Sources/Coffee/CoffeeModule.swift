// SPDX-License-Identifier: Apache-2.0

import Gantry

@Module(after: "Tea", "Milk")
final class CoffeeModule {
  @Launch func prepare() { print("Coffee brews") }

  @On func serve(_ event: DidBecomeActive) { print("Coffee is served") }

  @Shutdown func clear() { print("Coffee is cleared") }
}

/// Has the name of a function of another target, as functions of packages that know nothing of each
/// other may.
@On @MainActor private func smell(_ event: DidBecomeActive) { print("Coffee is smelled") }
