// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Gantry

@Module
final class MilkModule {
  @Launch func prepare() { print("Milk steams") }

  @On func serve(_ event: DidBecomeActive) { print("Milk is served") }

  @Shutdown func clear() { print("Milk is cleared") }
}
