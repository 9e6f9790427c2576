// SPDX-License-Identifier: Apache-2.0

import Gantry

@Module @MainActor final class MainModuleFirst {
  init(context: ModuleContext) async {
    await note(.mainModule, "init", "first")
  }
  @Launch @inline(never) func task() async {
    await note(.mainModule, "task", "first")
  }
  @Launch @inline(never) func attempt() async throws {
    try await noteOrThrow(.mainModule, "throwing task", "first")
  }
  @Launch(.afterReady) @inline(never) func later() async {
    await note(.mainModule, "after-ready task", "first")
  }
  @On @inline(never) func heard(_ ping: Ping) async {
    await note(.mainModule, "handler", "first")
  }
  @Route("MainModuleFirst") @inline(never) func shown() async -> Int {
    await note(.mainModule, "route", "first")
    return 1
  }
  @Provides @inline(never) func made() async -> Made<MainModuleFirst> {
    await note(.mainModule, "service", "first")
    return Made()
  }
  @Run @inline(never) func serve() async {
    await note(.mainModule, "run", "first")
  }
  @Shutdown @inline(never) func close() async {
    await note(.mainModule, "shutdown", "first")
  }
}

@Module final class MainMethodFirst {
  @MainActor init(context: ModuleContext) async {
    await note(.mainMethod, "init", "first")
  }
  @Launch @MainActor func task() async {
    await note(.mainMethod, "task", "first")
  }
  @Launch @MainActor func attempt() async throws {
    try await noteOrThrow(.mainMethod, "throwing task", "first")
  }
  @Launch(.afterReady) @MainActor func later() async {
    await note(.mainMethod, "after-ready task", "first")
  }
  @On @MainActor func heard(_ ping: Ping) async {
    await note(.mainMethod, "handler", "first")
  }
  @Route("MainMethodFirst") @MainActor func shown() async -> Int {
    await note(.mainMethod, "route", "first")
    return 1
  }
  @Provides @MainActor func made() async -> Made<MainMethodFirst> {
    await note(.mainMethod, "service", "first")
    return Made()
  }
  @Run @MainActor func serve() async {
    await note(.mainMethod, "run", "first")
  }
  @Shutdown @MainActor func close() async {
    await note(.mainMethod, "shutdown", "first")
  }
}

@Module @MainActor final class MainModuleSecond {
  init(context: ModuleContext) async {
    look()
    await note(.mainModule, "init", "second")
  }
  @Launch @inline(never) func task() async {
    look()
    await note(.mainModule, "task", "second")
  }
  @Launch @inline(never) func attempt() async throws {
    look()
    try await noteOrThrow(.mainModule, "throwing task", "second")
  }
  @Launch(.afterReady) @inline(never) func later() async {
    look()
    await note(.mainModule, "after-ready task", "second")
  }
  @On @inline(never) func heard(_ ping: Ping) async {
    look()
    await note(.mainModule, "handler", "second")
  }
  @Route("MainModuleSecond") @inline(never) func shown() async -> Int {
    look()
    await note(.mainModule, "route", "second")
    return 1
  }
  @Provides @inline(never) func made() async -> Made<MainModuleSecond> {
    look()
    await note(.mainModule, "service", "second")
    return Made()
  }
  @Run @inline(never) func serve() async {
    look()
    await note(.mainModule, "run", "second")
  }
  @Shutdown @inline(never) func close() async {
    look()
    await note(.mainModule, "shutdown", "second")
  }
}

@Module final class MainMethodSecond {
  @MainActor init(context: ModuleContext) async {
    look()
    await note(.mainMethod, "init", "second")
  }
  @Launch @MainActor func task() async {
    look()
    await note(.mainMethod, "task", "second")
  }
  @Launch @MainActor func attempt() async throws {
    look()
    try await noteOrThrow(.mainMethod, "throwing task", "second")
  }
  @Launch(.afterReady) @MainActor func later() async {
    look()
    await note(.mainMethod, "after-ready task", "second")
  }
  @On @MainActor func heard(_ ping: Ping) async {
    look()
    await note(.mainMethod, "handler", "second")
  }
  @Route("MainMethodSecond") @MainActor func shown() async -> Int {
    look()
    await note(.mainMethod, "route", "second")
    return 1
  }
  @Provides @MainActor func made() async -> Made<MainMethodSecond> {
    look()
    await note(.mainMethod, "service", "second")
    return Made()
  }
  @Run @MainActor func serve() async {
    look()
    await note(.mainMethod, "run", "second")
  }
  @Shutdown @MainActor func close() async {
    look()
    await note(.mainMethod, "shutdown", "second")
  }
}
