// SPDX-License-Identifier: Apache-2.0

import Gantry

// The actors of these modules aren't written at them, or have a name that doesn't show an actor.

@QueueActor class OwnBase {}
@QueueActor protocol OwnKind {}
@MainActor protocol MainKind {}

@Module final class SuperclassModule: OwnBase {
  init(context: ModuleContext) async {
    await note(.superclass, "init", "first")
  }
  @Launch @inline(never) func task() async {
    await note(.superclass, "task", "first")
  }
  @Launch @inline(never) func attempt() async throws {
    try await noteOrThrow(.superclass, "throwing task", "first")
  }
  @Launch(.afterReady) @inline(never) func later() async {
    await note(.superclass, "after-ready task", "first")
  }
  @On @inline(never) func heard(_ ping: Ping) async {
    await note(.superclass, "handler", "first")
  }
  @On(named: "Named") @inline(never) func named(_ event: NamedEvent, context: ModuleContext) async {
    await note(.superclass, "named handler", "first")
  }
  @Route("Superclass/:id") @inline(never) func shown(id: Int, tab: String?) async -> Int {
    await note(.superclass, "route", "first")
    return id
  }
  @Provides @inline(never) func made() async -> Made<SuperclassModule> {
    await note(.superclass, "service", "first")
    return Made()
  }
  @Provides var read: Made<OwnBase> {
    get async {
      await note(.superclass, "getter", "first")
      return Made()
    }
  }
  @Run @inline(never) func serve() async {
    await note(.superclass, "run", "first")
  }
  @Shutdown @inline(never) func close() async {
    await note(.superclass, "shutdown", "first")
  }
}

// An expansion must not choose this function.
extension SuperclassModule {
  func heard(_ ping: Ping) {}
  @MainActor func shown(id: String, tab: String?) async -> Int { 0 }
}

@Module final class ProtocolModule: OwnKind {
  init(context: ModuleContext) async {
    await note(.protocolActor, "init", "first")
  }
  @Launch @inline(never) func task() async {
    await note(.protocolActor, "task", "first")
  }
  @Launch @inline(never) func attempt(token: LaunchToken) async throws {
    try await noteOrThrow(.protocolActor, "token task", "first")
    token.complete()
  }
  @Launch(.afterReady) @inline(never) func result(made: Made<ProtocolModule>?) async -> Later {
    await note(.protocolActor, "task with a result", "first")
    return Later()
  }
  @Route("ProtocolModule") @inline(never) func shown(_ request: RouteRequest) async throws -> Int {
    await note(.protocolActor, "route", "first")
    return 1
  }
  @Provides @inline(never) func made() async -> Made<ProtocolModule> {
    await note(.protocolActor, "service", "first")
    return Made()
  }
  @Run @inline(never) func serve(context: ModuleContext) async throws {
    try await noteOrThrow(.protocolActor, "run", "first")
  }
}

struct Later: Sendable {}

@Module final class MainProtocolModule: MainKind {
  init(context: ModuleContext) async {
    await note(.mainProtocol, "init", "first")
  }
  @Launch @inline(never) func task() async {
    await note(.mainProtocol, "task", "first")
  }
  @Provides @inline(never) func made() async -> Made<MainProtocolModule> {
    await note(.mainProtocol, "service", "first")
    return Made()
  }
  @Provides var read: Made<any MainKind> {
    get async {
      await note(.mainProtocol, "getter", "first")
      return Made()
    }
  }
}

/// One function gives its actor on, the others have none.
protocol OneRequirement { @QueueActor func work() async }
class OneMethod {
  @QueueActor func overridden() async {}
  init() {}
}

@Module final class RequirementModule: OneRequirement {
  @Launch @inline(never) func work() async {
    await note(.requirement, "task", "first")
  }
  @Launch @inline(never) func other() async {
    await note(.none, "task beside a requirement", "first")
  }
}

@Module final class OverrideModule: OneMethod, @unchecked Sendable {
  init(context: ModuleContext) { super.init() }
  @Launch @inline(never) override func overridden() async {
    await note(.override, "task", "first")
  }
  @Launch @inline(never) func other() async {
    await note(.none, "task beside an override", "first")
  }
}

/// Its functions leave the actor of the class.
@Module final class LeavingModule: OwnKind {
  @Launch @inline(never) nonisolated func plain() async {
    await note(.none, "nonisolated task", "first")
  }
  @Launch @inline(never) @concurrent nonisolated func apart() async {
    await note(.none, "concurrent task", "first")
  }
}

typealias Queue = QueueActor
typealias Screen = MainActor

@Module @Queue final class RenamedModule {
  @Launch @inline(never) func task() async {
    await note(.renamed, "task of a class", "first")
  }
}

@Module final class RenamedMethodModule {
  @Launch @Queue @inline(never) func task() async {
    await note(.renamed, "task", "first")
  }
  @Launch @Screen @inline(never) func screen() async {
    await note(.renamedMain, "task", "first")
  }
}

@Module actor RenamedActorModule {
  @Launch @Queue @inline(never) func task() async {
    await note(.renamed, "task of an actor", "first")
  }
}

@Launch @Queue @inline(never) func renamedTask() async {
  await note(.renamed, "free task", "first")
}
