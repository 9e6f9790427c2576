// SPDX-License-Identifier: Apache-2.0

import Gantry

@Module
final class MilkModule {
  @Launch func prepare() { print("Milk steams") }

  @On func serve(_ event: DidBecomeActive) { print("Milk is served") }

  @Shutdown func clear() { print("Milk is cleared") }
}
