// SPDX-License-Identifier: Apache-2.0

// region: launch
#include <GantryC/GantryC.h>
#include <stdio.h>

static FILE *journal;

GANTRY_LAUNCH(setUpCrashes, .priority = 100, .milliseconds = 2000, .requiredBy = "Orders") {
  journal = tmpfile();
  if (!journal) gantry_fail(call, "there is no room for a crash journal");
}
// endregion

// region: events
GANTRY_ON(flushCrashes, "DidEnterBackground") {
  if (journal) fflush(journal);
}

GANTRY_ON(noteOrder, "orders.placed") {
  const char *item = gantry_parameter(call, "item");
  if (journal) fprintf(journal, "ordered %s\n", item ? item : "something");
  gantry_send(call, "crashes.noted", gantry_text(call));
}
// endregion
