// SPDX-License-Identifier: Apache-2.0

import Gantry

// The target's default puts these functions on the main actor, which a macro can't see.

@Launch func taskFirst() async {
  await note(.byDefault, "free task", "first")
}

@On func heardFirst(_ ping: Ping) async {
  await note(.byDefault, "free handler", "first")
}

@Route("freeFirst") func shownFirst() async -> Int {
  await note(.byDefault, "free route", "first")
  return 1
}

@Launch func taskSecond() async {
  look()
  await note(.byDefault, "free task", "second")
}

@On func heardSecond(_ ping: Ping) async {
  look()
  await note(.byDefault, "free handler", "second")
}

@Route("freeSecond") func shownSecond() async -> Int {
  look()
  await note(.byDefault, "free route", "second")
  return 1
}

nonisolated let routes = ["freeFirst", "freeSecond"]
