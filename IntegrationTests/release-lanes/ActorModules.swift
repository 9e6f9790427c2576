// SPDX-License-Identifier: Apache-2.0

import Gantry

@Module actor OwnActorFirst {
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    QueueExecutor.shared.asUnownedSerialExecutor()
  }

  init(context: ModuleContext) async {
    await note(.ownActor, "init", "first")
  }
  @Launch @inline(never) func task() async {
    await note(.ownActor, "task", "first")
  }
  @Launch @inline(never) func attempt() async throws {
    try await noteOrThrow(.ownActor, "throwing task", "first")
  }
  @Launch(.afterReady) @inline(never) func later() async {
    await note(.ownActor, "after-ready task", "first")
  }
  @On @inline(never) func heard(_ ping: Ping) async {
    await note(.ownActor, "handler", "first")
  }
  @Route("OwnActorFirst") @inline(never) func shown() async -> Int {
    await note(.ownActor, "route", "first")
    return 1
  }
  @Provides @inline(never) func made() async -> Made<OwnActorFirst> {
    await note(.ownActor, "service", "first")
    return Made()
  }
  @Run @inline(never) func serve() async {
    await note(.ownActor, "run", "first")
  }
  @Shutdown @inline(never) func close() async {
    await note(.ownActor, "shutdown", "first")
  }
}

@Module @QueueActor final class GlobalActorFirst {
  init(context: ModuleContext) async {
    await note(.globalActor, "init", "first")
  }
  @Launch func task() async {
    await note(.globalActor, "task", "first")
  }
  @Launch func attempt() async throws {
    try await noteOrThrow(.globalActor, "throwing task", "first")
  }
  @Launch(.afterReady) func later() async {
    await note(.globalActor, "after-ready task", "first")
  }
  @On func heard(_ ping: Ping) async {
    await note(.globalActor, "handler", "first")
  }
  @Route("GlobalActorFirst") func shown() async -> Int {
    await note(.globalActor, "route", "first")
    return 1
  }
  @Provides func made() async -> Made<GlobalActorFirst> {
    await note(.globalActor, "service", "first")
    return Made()
  }
  @Run func serve() async {
    await note(.globalActor, "run", "first")
  }
  @Shutdown func close() async {
    await note(.globalActor, "shutdown", "first")
  }
}

@Module actor OwnActorSecond {
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    QueueExecutor.shared.asUnownedSerialExecutor()
  }

  init(context: ModuleContext) async {
    look()
    await note(.ownActor, "init", "second")
  }
  @Launch @inline(never) func task() async {
    look()
    await note(.ownActor, "task", "second")
  }
  @Launch @inline(never) func attempt() async throws {
    look()
    try await noteOrThrow(.ownActor, "throwing task", "second")
  }
  @Launch(.afterReady) @inline(never) func later() async {
    look()
    await note(.ownActor, "after-ready task", "second")
  }
  @On @inline(never) func heard(_ ping: Ping) async {
    look()
    await note(.ownActor, "handler", "second")
  }
  @Route("OwnActorSecond") @inline(never) func shown() async -> Int {
    look()
    await note(.ownActor, "route", "second")
    return 1
  }
  @Provides @inline(never) func made() async -> Made<OwnActorSecond> {
    look()
    await note(.ownActor, "service", "second")
    return Made()
  }
  @Run @inline(never) func serve() async {
    look()
    await note(.ownActor, "run", "second")
  }
  @Shutdown @inline(never) func close() async {
    look()
    await note(.ownActor, "shutdown", "second")
  }
}

@Module @QueueActor final class GlobalActorSecond {
  init(context: ModuleContext) async {
    look()
    await note(.globalActor, "init", "second")
  }
  @Launch func task() async {
    look()
    await note(.globalActor, "task", "second")
  }
  @Launch func attempt() async throws {
    look()
    try await noteOrThrow(.globalActor, "throwing task", "second")
  }
  @Launch(.afterReady) func later() async {
    look()
    await note(.globalActor, "after-ready task", "second")
  }
  @On func heard(_ ping: Ping) async {
    look()
    await note(.globalActor, "handler", "second")
  }
  @Route("GlobalActorSecond") func shown() async -> Int {
    look()
    await note(.globalActor, "route", "second")
    return 1
  }
  @Provides func made() async -> Made<GlobalActorSecond> {
    look()
    await note(.globalActor, "service", "second")
    return Made()
  }
  @Run func serve() async {
    look()
    await note(.globalActor, "run", "second")
  }
  @Shutdown func close() async {
    look()
    await note(.globalActor, "shutdown", "second")
  }
}
