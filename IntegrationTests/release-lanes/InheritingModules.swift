// SPDX-License-Identifier: Apache-2.0

import Gantry

/// Its heirs are on the main actor, which a macro can't see.
@MainActor class Base {}

@Module final class InheritedFirst: Base {
  init(context: ModuleContext) async {
    await note(.inherited, "init", "first")
  }
  @Provides @inline(never) func made() async -> Made<InheritedFirst> {
    await note(.inherited, "service", "first")
    return Made()
  }
  @Launch @inline(never) func task() async {
    await note(.inherited, "task", "first")
  }
  @Launch @inline(never) func attempt() async throws {
    try await noteOrThrow(.inherited, "throwing task", "first")
  }
  @Launch(.afterReady) @inline(never) func later() async {
    await note(.inherited, "after-ready task", "first")
  }
  @On @inline(never) func heard(_ ping: Ping) async {
    await note(.inherited, "handler", "first")
  }
  @Route("InheritedFirst") @inline(never) func shown() async -> Int {
    await note(.inherited, "route", "first")
    return 1
  }
  @Run @inline(never) func serve() async {
    await note(.inherited, "run", "first")
  }
  @Shutdown @inline(never) func close() async {
    await note(.inherited, "shutdown", "first")
  }
}

@Module final class InheritedSecond: Base {
  init(context: ModuleContext) async {
    look()
    await note(.inherited, "init", "second")
  }
  @Provides @inline(never) func made() async -> Made<InheritedSecond> {
    look()
    await note(.inherited, "service", "second")
    return Made()
  }
  @Launch @inline(never) func task() async {
    look()
    await note(.inherited, "task", "second")
  }
  @Launch @inline(never) func attempt() async throws {
    look()
    try await noteOrThrow(.inherited, "throwing task", "second")
  }
  @Launch(.afterReady) @inline(never) func later() async {
    look()
    await note(.inherited, "after-ready task", "second")
  }
  @On @inline(never) func heard(_ ping: Ping) async {
    look()
    await note(.inherited, "handler", "second")
  }
  @Route("InheritedSecond") @inline(never) func shown() async -> Int {
    look()
    await note(.inherited, "route", "second")
    return 1
  }
  @Run @inline(never) func serve() async {
    look()
    await note(.inherited, "run", "second")
  }
  @Shutdown @inline(never) func close() async {
    look()
    await note(.inherited, "shutdown", "second")
  }
}
