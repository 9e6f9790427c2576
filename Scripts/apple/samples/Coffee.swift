// SPDX-License-Identifier: Apache-2.0

// A module that comes in a library.

import Gantry

@Module
final class CoffeeModule {
  @Launch func grind() {}
}
