// SPDX-License-Identifier: Apache-2.0

// region: route
#include <GantryC/GantryC.h>

#include <map>
#include <string>

namespace {

std::map<std::string, std::string> places;

GANTRY_LAUNCH(loadMap, .want = "setUpCrashes") {
  places = {{"harbor", "54.32 N, 10.14 E"}, {"market", "54.33 N, 10.13 E"}};
}

GANTRY_ROUTE(showPlace, "map/:place", .external = true) {
  const char *name = gantry_parameter(call, "place");
  auto place = places.find(name ? name : "");
  if (place == places.end()) return gantry_fail(call, "the map has no such place");
  gantry_answer(call, place->second.c_str());
}

}  // namespace
// endregion
