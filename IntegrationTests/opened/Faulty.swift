// SPDX-License-Identifier: Apache-2.0

import Gantry

/// Requires a module that is nowhere.
@Module(requires: "Nowhere")
final class FaultyModule {
  @Launch func open() { print("Faulty launches") }
}

/// In the same library, with nothing wrong.
@Module
final class SoundModule {
  @Launch func open() { print("Sound launches") }
  @On func heard(_ event: DidBecomeActive) { print("Sound hears") }
  @Route("sound") func page() -> String { "sound" }
}
