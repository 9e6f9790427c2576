// SPDX-License-Identifier: Apache-2.0

#import <GantryC/GantryC.h>
#import <stdio.h>
#import <stdlib.h>

static long badge;

GANTRY_LAUNCH(readBadge, .want = "loadMap", .requiredBy = "Orders") {
  const char *first = gantry_setting(call, "first");
  badge = first ? atol(first) : 0;
}

GANTRY_ON(countOrder, "orders.placed") {
  char json[40];
  snprintf(json, sizeof json, "{\"number\": %ld}", ++badge);
  gantry_send(call, "badges.changed", json);
}
