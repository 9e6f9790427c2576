// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct ExpansionTests {
  @Test func `a main-actor class gets both bodies and picks one by the function's type`() {
    expectExpansion(
      of: #"""
        @Module(after: "Analytics", priority: 300)
        @MainActor
        public final class OrdersModule {
          @Inject let storage: any StorageService
          @Launch func openDatabase() throws {}
          @Launch(.afterReady) nonisolated func prefetch(context: ModuleContext) async throws {}
          @On(.once) func heard(_ event: DidBecomeActive) {}
          @On func open(_ event: OpenURL) -> Bool { true }
          @Provides var history: any OrderHistory { History() }
          @Shutdown func close() async {}
        }
        """#,
      is: #"""
        @MainActor
        public final class OrdersModule {
          let storage: any StorageService
          func openDatabase() throws {}
          nonisolated func prefetch(context: ModuleContext) async throws {}
          func heard(_ event: DidBecomeActive) {}
          func open(_ event: OpenURL) -> Bool { true }
          var history: any OrderHistory { History() }
          func close() async {}

          /// The files that the module's target brings along.
          public nonisolated static let resources: Gantry.ModuleResources = Gantry.ModuleResources(of: OrdersModule.self)

          /// The module's log.
          nonisolated static let log: Gantry.ModuleLogger = Gantry.MacroSupport.logger("Orders")

          /// Creates the module with the services that it asks for.
          public init(context: Gantry.ModuleContext) throws {
            #sourceLocation(file: "OrdersModule.swift", line: 4)
            self.storage = try context.inject((any StorageService).self)
            #sourceLocation()
          }

          /// The module's tasks, handlers, services and edges.
          public nonisolated static var manifest: Gantry.ModuleManifest {
            Gantry.ModuleManifest(
              of: OrdersModule.self, Gantry.ModuleOptions(name: "Orders", after: "Analytics", priority: 300),
              line: 1,
              isolation: Swift.type(of: OrdersModule.init(context:))
            ) { module in
              #sourceLocation(file: "OrdersModule.swift", line: 4)
              module.inject((any StorageService).self, line: 4)
              module.launch("openDatabase", Gantry.TaskOptions(), line: 5, body: .isolated(like: module.isolation, main: { module, _ in try module.openDatabase() }, background: { module, _ in try await Gantry.MacroSupport.value(module.openDatabase()) }))
              module.launch("prefetch", Gantry.TaskOptions(.afterReady).isolated(like: (() -> Swift.Void).self), line: 6, body: .background { module, context in try await module.prefetch(context: context) })
              module.on(DidBecomeActive.self, "heard", Gantry.HandlerOptions(.once), line: 7, body: .isolated(like: module.isolation, main: { module, event, _ in module.heard(event) }, background: { module, event, _ in await Gantry.MacroSupport.value(module.heard(event)) }))
              module.on(OpenURL.self, "open", Gantry.HandlerOptions(), line: 8, body: .answering { module, event, _ in module.open(event) })
              module.provide((any OrderHistory).self, "history", Gantry.ProvideOptions(), line: 9, atOnce: true) { module in await Gantry.MacroSupport.value(module.history) }
              module.shutdown("close", Gantry.ShutdownOptions(), line: 10) { module in await Gantry.MacroSupport.run(on: Swift.MainActor.shared) { await module.close() } }
              #sourceLocation()
            }
          }

          #if objectFormat(ELF)
          @section(".note.gantry")
          #elseif objectFormat(MachO)
          @section("__DATA_CONST,__gantry")
          #endif
          @used
          private nonisolated static let __gantryRecord: Gantry.MacroSupport.Record = (
            4, 24, 1, 0x0052_5447, 1, 0,
            { out, type in unsafe Gantry.MacroSupport.store(OrdersModule.manifest, at: out, as: type) }, 0
          )
        }

        extension OrdersModule: Gantry.Module {}
        """#)
  }

  @Test func `a debug-only actor keeps its conditions and its availability`() {
    expectExpansion(
      of: #"""
        @available(*, deprecated)
        @Module(enabled: .debug, .environment("X"))
        actor Worker {
          static let log = 1
          #if os(Linux)
            @Inject let push: (any PushService)?
          #endif
          @Launch func load() {}
        }
        """#,
      is: #"""
        @available(*, deprecated)
        actor Worker {
          static let log = 1
          #if os(Linux)
            let push: (any PushService)?
          #endif
          func load() {}

          /// The files that the module's target brings along.
          nonisolated static let resources: Gantry.ModuleResources = Gantry.ModuleResources(of: Worker.self)

          /// Creates the module with the services that it asks for.
          init(context: Gantry.ModuleContext) throws {
            #if os(Linux)
            #sourceLocation(file: "OrdersModule.swift", line: 6)
            self.push = try context.inject(Optional<any PushService>.self)
            #endif
            #sourceLocation()
          }

          /// The module's tasks, handlers, services and edges.
          nonisolated static var manifest: Gantry.ModuleManifest {
            #if DEBUG
            return Gantry.ModuleManifest(
              of: Worker.self, Gantry.ModuleOptions(name: "Worker", enabled: .environment("X")),
              line: 2,
              isolation: Swift.type(of: Worker.init(context:))
            ) { module in
              #if os(Linux)
              #sourceLocation(file: "OrdersModule.swift", line: 6)
              module.inject(Optional<any PushService>.self, line: 6)
              #endif
              #sourceLocation(file: "OrdersModule.swift", line: 8)
              module.launch("load", Gantry.TaskOptions(), line: 8, body: .background { module, _ in await module.load() })
              #sourceLocation()
            }
            #else
            return Gantry.ModuleManifest(of: Worker.self, Gantry.ModuleOptions()) { _ in }
            #endif
          }

          #if DEBUG
          #if objectFormat(ELF)
          @section(".note.gantry")
          #elseif objectFormat(MachO)
          @section("__DATA_CONST,__gantry")
          #endif
          @used
          private nonisolated static let __gantryRecord: Gantry.MacroSupport.Record = (
            4, 24, 1, 0x0052_5447, 1, 0,
            { out, type in unsafe Gantry.MacroSupport.store(Worker.manifest, at: out, as: type) }, 0
          )
          #endif
        }

        @available(*, deprecated)
        extension Worker: Gantry.Module {}
        """#)
  }

  @Test func `overloads are distinguished by their parameters`() {
    expectExpansion(
      of: #"""
        enum Outer {
          @Module fileprivate final class InnerModule: Base {
            @On func heard(_ event: DidBecomeActive) {}
            #if DEBUG
              @On func heard(_ event: SignedIn) {}
            #endif
            init(context: ModuleContext) {}
          }
        }
        """#,
      is: #"""
        enum Outer {
          fileprivate final class InnerModule: Base {
            func heard(_ event: DidBecomeActive) {}
            #if DEBUG
              func heard(_ event: SignedIn) {}
            #endif
            init(context: ModuleContext) {}

            /// The files that the module's target brings along.
            fileprivate nonisolated static let resources: Gantry.ModuleResources = Gantry.ModuleResources(of: InnerModule.self)

            /// The module's log.
            nonisolated static let log: Gantry.ModuleLogger = Gantry.MacroSupport.logger("Inner")

            /// The module's tasks, handlers, services and edges.
            fileprivate nonisolated static var manifest: Gantry.ModuleManifest {
              Gantry.ModuleManifest(
                of: InnerModule.self, Gantry.ModuleOptions(name: "Inner"),
                line: 2,
                isolation: Swift.type(of: InnerModule.init(context:))
              ) { module in
                #sourceLocation(file: "OrdersModule.swift", line: 3)
                module.on(DidBecomeActive.self, "heard", Gantry.HandlerOptions(), line: 3, body: .isolated(like: Gantry.MacroSupport.isolation(of: InnerModule.heard(_:), taking: DidBecomeActive.self), main: { module, event, _ in module.heard(event) }, background: { module, event, _ in await Gantry.MacroSupport.value(module.heard(event)) }))
                #if DEBUG
                #sourceLocation(file: "OrdersModule.swift", line: 5)
                module.on(SignedIn.self, "heard", Gantry.HandlerOptions(), line: 5, body: .isolated(like: Gantry.MacroSupport.isolation(of: InnerModule.heard(_:), taking: SignedIn.self), main: { module, event, _ in module.heard(event) }, background: { module, event, _ in await Gantry.MacroSupport.value(module.heard(event)) }))
                #endif
                #sourceLocation()
              }
            }

            #if objectFormat(ELF)
            @section(".note.gantry")
            #elseif objectFormat(MachO)
            @section("__DATA_CONST,__gantry")
            #endif
            @used
            private nonisolated static let __gantryRecord: Gantry.MacroSupport.Record = (
              4, 24, 1, 0x0052_5447, 1, 0,
              { out, type in unsafe Gantry.MacroSupport.store(InnerModule.manifest, at: out, as: type) }, 0
            )
          }
        }

        extension Outer.InnerModule: Gantry.Module {}
        """#)
  }

  @Test func `a run function is called, and a run property's value is run`() {
    let text = Expansion(
      """
      @Module final class A {
        @Run func serve() async throws {}
        @Run(.always) func poll(context: ModuleContext) async {}
        @Run var server: some Service { Server() }
      }
      """
    ).text
    for line in [
      #"module.run("serve", Gantry.RunOptions(), line: 2) "#
        + "{ module, _ in try await module.serve() }",
      #"module.run("poll", Gantry.RunOptions(.always), line: 3) "#
        + "{ module, context in await module.poll(context: context) }",
      #"module.run("server", Gantry.RunOptions(), line: 4) "#
        + "{ module, _ in try await Gantry.MacroSupport.value(module.server).run() }",
    ] {
      #expect(text.contains(line))
    }
  }
}
