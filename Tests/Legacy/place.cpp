// SPDX-License-Identifier: Apache-2.0

#include <string>

#include "legacy.h"

namespace {

GANTRY_LAUNCH(legacyWarm, .stage = GantryOnDemand, .want = "legacyLog") {}

// region: route
GANTRY_ROUTE(legacyPlace, "legacy/place/:name", .external = true) {
  const char *name = gantry_parameter(call, "name");
  const char *floor = gantry_parameter(call, "floor");
  if (!name || std::string(name) == "nowhere") return gantry_fail(call, "there is no such place");
  gantry_send(call, "legacy.did", "{\"name\": \"place\"}");
  gantry_answer(call, (std::string(name) + (floor ? " " + std::string(floor) : "")).c_str());
}
// endregion

GANTRY_ROUTE(legacyAddress, "legacy/address/:street/:house", .lane = GantryBackground) {
  gantry_answer(call, gantry_text(call));
}

}  // namespace
