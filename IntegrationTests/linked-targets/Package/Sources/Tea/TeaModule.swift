// SPDX-License-Identifier: Apache-2.0

import Gantry

@Module(after: "Milk")
final class TeaModule {
  @Launch func prepare() { print("Tea steeps") }

  @On func serve(_ event: DidBecomeActive) { print("Tea is served") }

  @Shutdown func clear() { print("Tea is cleared") }
}

/// Has the name of a function of another target, as functions of packages that know nothing of each
/// other may.
@On @MainActor private func smell(_ event: DidBecomeActive) { print("Tea is smelled") }
