// SPDX-License-Identifier: Apache-2.0

#include <GantryC/GantryC.h>

GANTRY_LAUNCH(setUpCrashes, .requiredBy = "Orders", .priority = 100, .require = "Log") {
  gantry_log(call, GantryInfo, "crashes are set up");
}

GANTRY_LAUNCH(plain) { (void)call; }

GANTRY_ON(flush, "DidEnterBackground", .once = true) { gantry_answer(call, "true"); }
