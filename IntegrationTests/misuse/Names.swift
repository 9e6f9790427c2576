// SPDX-License-Identifier: Apache-2.0

import Gantry

// Types that hide a module from the code that the macros add. A macro sees them only in the type that it
// is attached to, and around it.

enum Shop {
  struct Gantry {}

  @Module
  final class OrdersModule {}  // in the expansion: … is not a member type of struct '….Gantry'
}

enum Market {
  enum Swift {}

  @Module
  final class StallModule {}  // in the expansion: type '…Swift' has no member …
}

enum Space {
  enum Swift {
    @Module
    final class ShipModule {}  // error: a type named 'Swift' hides the module Swift
  }
}

@Module
final class HarborModule {
  struct Gantry {}  // error: a type named 'Gantry' hides the module Gantry
}
