// SPDX-License-Identifier: Apache-2.0

import Gantry

@Launch @MainActor func mainTaskFirst() async {
  await note(.mainMethod, "free task", "first")
}

@On @MainActor func mainHeardFirst(_ ping: Ping) async {
  await note(.mainMethod, "free handler", "first")
}

@Route("mainFreeFirst") @MainActor func mainShownFirst() async -> Int {
  await note(.mainMethod, "free route", "first")
  return 1
}

@Launch @MainActor func mainTaskSecond() async {
  look()
  await note(.mainMethod, "free task", "second")
}

@On @MainActor func mainHeardSecond(_ ping: Ping) async {
  look()
  await note(.mainMethod, "free handler", "second")
}

@Route("mainFreeSecond") @MainActor func mainShownSecond() async -> Int {
  look()
  await note(.mainMethod, "free route", "second")
  return 1
}

@Launch @QueueActor func globalTaskFirst() async {
  await note(.globalActor, "free task", "first")
}

@On @QueueActor func globalHeardFirst(_ ping: Ping) async {
  await note(.globalActor, "free handler", "first")
}

@Route("globalFreeFirst") @QueueActor func globalShownFirst() async -> Int {
  await note(.globalActor, "free route", "first")
  return 1
}

@Launch @QueueActor func globalTaskSecond() async {
  look()
  await note(.globalActor, "free task", "second")
}

@On @QueueActor func globalHeardSecond(_ ping: Ping) async {
  look()
  await note(.globalActor, "free handler", "second")
}

@Route("globalFreeSecond") @QueueActor func globalShownSecond() async -> Int {
  look()
  await note(.globalActor, "free route", "second")
  return 1
}

let routes =
  ["Superclass/1", "ProtocolModule"]
  + ["First", "Second"].flatMap { act in
    [
      "MainModule", "MainMethod", "Inherited", "OwnActor", "GlobalActor", "mainFree", "globalFree",
    ].map { $0 + act }
  }
