// SPDX-License-Identifier: Apache-2.0

import CObjects
import Gantry
import GantryAppEvents
import GantryCSupport
import GantryTesting
import Testing

@testable import GantryApple

extension GnuTests {
  /// Modules that are classes of Objective-C. The rows of methods make the arguments that UIKit's rows
  /// make on Apple systems.
  @MainActor
  @Suite(.serialized) struct Modules {
    private static let methods: [ObjectiveCMethod] = [
      DelegateMethodRow.of(.openURL, in: .uiKit).map {
        ObjectiveCMethod($0, OpenURL.self) { event, call in
          call(words: [0, make_url(event.url.absoluteString), 0]).isTrue
        }
      },
      DelegateMethodRow.of(.didEnterBackground, in: .uiKit).map {
        ObjectiveCMethod($0, DidEnterBackground.self) { _, call in _ = call(words: [0]) }
      },
    ].compactMap(\.self)

    init() {
      ObjectiveCSystem.use(ObjectiveCSystem(GnuRuntime(), Self.methods))
      _ = GnuTests.notes()
    }

    private func makeHost(
      _ names: ModuleName..., adding build: (inout ApplicationBuilder) -> Void = { _ in }
    ) -> TestApplication {
      TestApplication(modules: .linked(only: names), schemes: ["shop", "tea"], adding: build)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a class lives as long as its application, in the order of its dependencies`()
      async throws
    {
      var host: TestApplication? = makeHost("Orders")
      let report = try await host?.start()
      #expect(GnuTests.notes() == ["storage", "log", "init", "launch"])
      #expect(report?.task(named: "Orders.launch")?.lane == .main)
      #expect(report?.task(named: "Storage.launch")?.lane == .background)
      #expect(host?.sent(NamedEvent.self) == [NamedEvent("orders.open", ["count": 3])])
      _ = await host?.stop()
      host = nil
      // A task of the application may be just ending.
      var ends: [String] = []
      for _ in 0..<1_000_000 where ends.count < 2 {
        ends += GnuTests.notes()
        await Task.yield()
      }
      #expect(ends == ["shutDown", "dealloc"])
    }

    @Test func `methods of delegates are handlers, whose answers are merged`() async throws {
      let host = makeHost("Orders")
      _ = try await host.start()
      _ = GnuTests.notes()
      await host.send(DidEnterBackground())
      #expect(GnuTests.notes() == ["background"])
      #expect(try await host.open("shop://orders"))
      #expect(try await !host.open("tea://orders"))
      #expect(GnuTests.notes() == ["shop", "other"])
      let explained = "\(host.application.events.explain(OpenURL.self))"
      #expect(explained.contains("Orders"))
    }

    @Test func `lists have the name, the options, and file and line`() throws {
      let manifest = AppManifest.linked
      let orders = try #require(manifest.modules.first { $0.name == "Orders" })
      #expect(orders.declaredAt == "Shop/Modules.m:15")
      #expect(orders.target == "Shop")
      #expect(manifest.graph.nodes.contains { $0.owner == "Orders" && $0.priority == 10 })
      #expect(orders.dependencies.map(\.target) == ["openLog", "Storage"])
      #expect(orders.tasks.map(\.name) == ["Orders.launch"])
      #expect(
        orders.handlers.map { "\($0.function) \($0.event)" } == [
          "application:openURL:options: OpenURL",
          "applicationDidEnterBackground: DidEnterBackground",
        ])
      #expect(orders.shutdown == "shutDown")
    }

    @Test func `a class that fails gives its reason`() async throws {
      let failing = makeHost("Failing", "Nil")
      _ = try? await failing.start()
      #expect(failing.outcome(of: "Failing.launch") == .failed(message: "the disk is full"))
      #expect(failing.outcome(of: "Nil.init") == .failed(message: "its initializer returned nil"))
    }

    private nonisolated static let faults: [(Int32, [String])] = [
      (0, ["Missing (Shop/Modules.m:7) is the class MissingModule, which no linked library has. "]),
      (
        1,
        [
          """
          PlainClass (Shop/Modules.m:7) is the class PlainClass, which doesn't adopt the protocol \
          GantryModule. Add <GantryModule> to its @interface.
          """
        ]
      ),
      (
        2,
        [
          "implements application:openURL:options: with other types than the system calls it with.",
          "implements application:handlerForIntent:, which isn't called on modules in Objective-C.",
          "implements launchWithCompletionHandler:, which isn't called on modules in Objective-C.",
        ]
      ),
      (3, ["has the option .once, which GANTRY_MODULE", ".external, which GANTRY_MODULE"]),
    ]

    @Test(arguments: faults) func `a faulty class is a fault, and nothing traps`(
      index: Int32, texts: [String]
    ) throws {
      let description = try #require(faulty_class(index))
      let system = ObjectiveCSystem(GnuRuntime(), Self.methods)
      let manifest = CFunction.manifest(at: description) { ObjectiveCModule.manifest($0, system) }
      let host = TestApplication(modules: [], adding: { $0.add(manifest) })
      let found = host.application.check().map { "\($0)" }
      try #require(found.count == texts.count)
      for (fault, text) in zip(found, texts) { #expect(fault.contains(text)) }
    }

    @Test func `every faulty class is in the table`() {
      #expect(faulty_class(Int32(Self.faults.count)) == nil)
    }
  }
}
