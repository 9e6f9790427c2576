// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct FreeFunctionExpansionTests {
  @Test func `a free function becomes a separate task`() {
    expectExpansion(
      of: #"""
        @Launch(.beforeReady, name: "Crash", requires: "Storage", enabled: .debug)
        func setUpCrashReports(context: ModuleContext) throws {}
        """#,
      is: #"""
        func setUpCrashReports(context: ModuleContext) throws {}

        private enum __macro_local_41setUpCrashReports_context__ModuleContext_fMu_ {
          #if DEBUG
          #if objectFormat(ELF)
          @section(".note.gantry")
          #elseif objectFormat(MachO)
          @section("__DATA_CONST,__gantry")
          #endif
          @used
          private nonisolated static let __record: Gantry.MacroSupport.Record = (
            4, 24, 1, 0x0052_5447, 1, 0,
            { out, type in unsafe Gantry.MacroSupport.store(__macro_local_41setUpCrashReports_context__ModuleContext_fMu_.__manifest, at: out, as: type) }, 0
          )

          private nonisolated static var __manifest: Gantry.ModuleManifest {
            Gantry.ModuleManifest(function: "Crash", line: 1) { function in
              #sourceLocation(file: "OrdersModule.swift", line: 1)
              function.launch(Gantry.TaskOptions(.beforeReady, requires: "Storage"), line: 1, body: .isolated(like: Swift.type(of: __macro_local_41setUpCrashReports_context__ModuleContext_fMu_.__probe), main: { _, context in try setUpCrashReports(context: context) }, background: { _, context in try await Gantry.MacroSupport.value(setUpCrashReports(context: context)) }))
              #sourceLocation()
            }
          }

          private static func __probe() {}
          #endif
        }
        """#)
  }

  @Test func `a free handler is called with the parameters that it declares`() {
    expectExpansion(
      of: #"""
        @On @MainActor func open(_ event: OpenURL) -> Bool { true }
        """#,
      is: #"""
        @MainActor func open(_ event: OpenURL) -> Bool { true }

        private enum __macro_local_16open____OpenURL_fMu_ {
          #if objectFormat(ELF)
          @section(".note.gantry")
          #elseif objectFormat(MachO)
          @section("__DATA_CONST,__gantry")
          #endif
          @used
          private nonisolated static let __record: Gantry.MacroSupport.Record = (
            4, 24, 1, 0x0052_5447, 1, 0,
            { out, type in unsafe Gantry.MacroSupport.store(__macro_local_16open____OpenURL_fMu_.__manifest, at: out, as: type) }, 0
          )

          private nonisolated static var __manifest: Gantry.ModuleManifest {
            Gantry.ModuleManifest(function: "open", line: 1) { function in
              #sourceLocation(file: "OrdersModule.swift", line: 1)
              function.on(OpenURL.self, Gantry.HandlerOptions(), line: 1, body: .answering { _, event, _ in open(event) })
              #sourceLocation()
            }
          }
        }
        """#)
  }

  /// Functions that have a name apart from their own, and a part of their expansion.
  @Test(arguments: [
    ("@On(name: \"opens\") func open(_ event: OpenURL) {}", "Gantry.HandlerOptions(), line: 1"),
    (
      "@On(.once, name: \"opens\", priority: .high) func open(_ event: OpenURL) {}",
      "Gantry.HandlerOptions(.once, priority: .high), line: 1"
    ),
    (
      "@On(named: \"open\", name: \"opens\") func open(_ event: NamedEvent) {}",
      "function.on(named: \"open\", Gantry.HandlerOptions(), line: 1"
    ),
    (
      "@Route(name: \"opens\", access: .external) func open(_ page: Page) {}",
      "function.route(Page.self, Gantry.RouteOptions(access: .external), line:"
    ),
    (
      "@Route(\"open\", name: \"opens\") func open() {}",
      "function.route(\"open\", [], Gantry.RouteOptions(), line:"
    ),
  ])
  func `a free handler or route may have a name apart from its function`(
    source: String, part: String
  ) {
    let text = Expansion(source).text
    #expect(text.contains("Gantry.ModuleManifest(function: \"opens\", line:"), "\(text)")
    #expect(text.contains(part), "\(text)")
  }

  /// Functions named like a parameter of their expansion, and the part that is renamed for that.
  @Test(arguments: [
    ("@Route func route(_ page: Page) {}", "main: { _, _route, _ in route(_route) }"),
    (
      "@Route(\"a/:id\") nonisolated func call(id: Int) {}",
      "{ _, _call, _ in try call(id: _call.arguments.value(\"id\", Int.self)) }"
    ),
    (
      "@Route(\"a\") nonisolated func f(id: Int = call) {}",
      "{ _, _call, _ in try f(id: _call.arguments.value(\"id\", Int.self, default: call)) }"
    ),
    ("@On func event(_ happened: E) {}", "main: { _, _event, _ in event(_event) }"),
    (
      "@On nonisolated func context(_ e: E, context: ModuleContext) async {}",
      "{ _, event, _context in await context(event, context: _context) }"
    ),
    (
      "@Launch func context(from store: Store) -> Context {}",
      "try _context.setResult(context(from: _context.result(Store.self)), as: Context.self)"
    ),
    (
      "@Launch nonisolated func token(end: LaunchToken) async {}",
      "{ _, context, _token in await token(end: _token) }"
    ),
    ("@Launch func function() {}", "_function.launch(Gantry.TaskOptions(), line:"),
    ("@Launch func function() {}", "{ _function in"),
    ("@Launch func `function`() {}", "main: { _, _ in `function`() }"),
    ("@Launch(timeout: function) func f() {}", "_function.launch(Gantry.TaskOptions(timeout: f"),
    (
      "@On(priority: _function) func function(_ event: E) {}",
      "__function.on(E.self, Gantry.HandlerOptions(priority: _function),"
    ),
    ("@On func f(event: E, context: ModuleContext) {}", "{ _, event, context in f(event: event"),
  ])
  func `a parameter doesn't hide the function or names in its declaration`(
    source: String, part: String
  ) {
    let text = Expansion(source).text
    #expect(text.contains(part), "\(text)")
  }

  @Test func `a type in a test suite leaves no record`() {
    expectExpansion(
      of: #"""
        @Suite struct Tests {
          @Module final class Probe {
            static let log = 1
            static let resources = 2
          }
        }
        """#,
      is: #"""
        @Suite struct Tests {
          final class Probe {
            static let log = 1
            static let resources = 2

            /// Creates the module with the services that it asks for.
            init(context: Gantry.ModuleContext) throws { }

            /// The module's tasks, handlers, services and edges.
            nonisolated static var manifest: Gantry.ModuleManifest {
              Gantry.ModuleManifest(
                of: Probe.self, Gantry.ModuleOptions(name: "Probe"),
                line: 2,
                isolation: Swift.type(of: Probe.init(context:))
              ) { _ in
              }
            }
          }
        }

        extension Tests.Probe: Gantry.Module {}
        """#)
  }
}
