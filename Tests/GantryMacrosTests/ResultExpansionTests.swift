// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct ResultExpansionTests {
  @Test func `parameters are read from the context, and a result is stored in it`() {
    expectExpansion(
      of: #"""
        @Suite struct Tests {
          @Module actor Worker {
            static let log = 1
            static let resources = 2
            init(context: ModuleContext) {}
            @Launch func open() throws -> Database { Database() }
            @Launch(.idle) nonisolated func index(_ database: Database, of cache: (any Cache)?) -> [Int] { [] }
          }
        }
        """#,
      is: #"""
        @Suite struct Tests {
          actor Worker {
            static let log = 1
            static let resources = 2
            init(context: ModuleContext) {}
            func open() throws -> Database { Database() }
            nonisolated func index(_ database: Database, of cache: (any Cache)?) -> [Int] { [] }

            /// The module's tasks, handlers, services and edges.
            nonisolated static var manifest: Gantry.ModuleManifest {
              Gantry.ModuleManifest(
                of: Worker.self, Gantry.ModuleOptions(name: "Worker"),
                line: 2,
                isolation: Swift.type(of: Worker.init(context:))
              ) { module in
                #sourceLocation(file: "OrdersModule.swift", line: 6)
                module.launch("open", Gantry.TaskOptions().returning(Database.self), line: 6, body: .background { module, context in try await context.setResult(module.open(), as: Database.self) })
                module.launch("index", Gantry.TaskOptions(.idle).taking(Database.self).taking(Optional<any Cache>.self).returning([Int].self), line: 7, body: .isolated(like: (() -> Swift.Void).self, main: { module, context in try context.setResult(module.index(context.result(Database.self), of: context.result(Optional<any Cache>.self)), as: [Int].self) }, background: { module, context in try await context.setResult(Gantry.MacroSupport.value(module.index(context.result(Database.self), of: context.result(Optional<any Cache>.self))), as: [Int].self) }))
                #sourceLocation()
              }
            }
          }
        }

        extension Tests.Worker: Gantry.Module {}
        """#)
  }

  /// A free function, and the body that calls it.
  @Test(arguments: [
    (
      "@Launch func f(database: Database, context: ModuleContext) async {}",
      "try await f(database: context.result(Database.self), context: context)"
    ),
    (
      "@Launch func f(_ store: consuming any Store) async throws -> any Index { g() }",
      "try await context.setResult(f(context.result((any Store).self)), as: (any Index).self)"
    ),
    ("@Launch func f() async -> Never { g() }", "_ = await f()"),
    ("@Launch func f() async -> Void {}", "await f()"),
  ])
  func `a free function takes parameters and returns a result the same way`(
    source: String, body: String
  ) {
    let expansion = Expansion(source)
    #expect(expansion.messages == [])
    #expect(expansion.text.contains(" \(body)"), "\(expansion.text)")
  }
}
