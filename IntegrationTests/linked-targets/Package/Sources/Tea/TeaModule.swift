// SPDX-License-Identifier: Apache-2.0

import Gantry

@Module(after: "Milk")
final class TeaModule {
  @Launch func prepare() { print("Tea steeps") }

  @On func serve(_ event: DidBecomeActive) { print("Tea is served") }

  @Shutdown func clear() { print("Tea is cleared") }
}

@On @MainActor private func smellTea(_ event: DidBecomeActive) { print("Tea is smelled") }
