// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

// A module that comes in a library.

import Gantry

@Module
final class CoffeeModule {
  @Launch func grind() {}
}
