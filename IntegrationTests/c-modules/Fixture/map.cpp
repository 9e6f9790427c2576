// SPDX-License-Identifier: Apache-2.0

#include <GantryC/GantryC.h>

#include <string>

namespace {
std::string last;

GANTRY_LAUNCH(warmMap, .stage = GantryIdle, .lane = GantryMain, .want = "Location") {
  last = "warm";
}

GANTRY_LAUNCH(plainMap) {}

GANTRY_ROUTE(showMap, "map/:place", .external = true) {
  const char *place = gantry_parameter(call, "place");
  last = place ? place : "";
  if (last.empty()) return gantry_fail(call, "no place");
  gantry_answer(call, last.c_str());
}
}  // namespace
