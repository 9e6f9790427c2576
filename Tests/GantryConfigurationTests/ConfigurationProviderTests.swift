// SPDX-License-Identifier: Apache-2.0

import Configuration
import Gantry
import GantryConfiguration
import Testing

@Suite struct ConfigurationProviderTests {
  private static let provider = InMemoryProvider(values: [
    "Orders.limit": 7, "Orders.tax": .init(.double(0.2), isSecret: false),
    "Orders.hosts": .init(.stringArray(["a", "b"]), isSecret: false),
    "Orders.pin": .init(.string("12a4"), isSecret: true),
  ])

  /// Runs an application with one module, Orders.
  private func read(
    _ sources: [any ConfigurationSource], environment: [String: String] = [:],
    _ body: @escaping @Sendable (ModuleContext) throws -> Void
  ) async throws {
    let app = Application(
      modules: [], sources: sources,
      launchOptions: LaunchOptions(source: .test, arguments: [], environment: environment)
    ) { $0.launch("Orders", body: .background { context in try body(context) }) }
    try await app.start()
    await app.stop()
  }

  @Test func `a provider's values have their types, and its name as their source`() {
    let source = ConfigurationProvider(Self.provider)
    let name = Self.provider.providerName
    #expect(source.value(forKey: "Orders.limit") == SourcedValue(7, source: name))
    #expect(source.value(forKey: "Orders.tax") == SourcedValue(0.2, source: name))
    #expect(source.value(forKey: "Orders.hosts") == SourcedValue(["a", "b"], source: name))
    #expect(
      source.value(forKey: "Orders.pin") == SourcedValue("12a4", source: name, isSecret: true))
    #expect(source.value(forKey: "Orders.other") == nil)
  }

  @Test func `modules read a provider through their configuration and through a reader`()
    async throws
  {
    try await read([ConfigurationProvider(Self.provider)]) { context in
      #expect(context.config.int(forKey: "limit") == 7)
      #expect(context.configReader.int(forKey: "limit") == 7)
      #expect(context.configReader.stringArray(forKey: "hosts") == ["a", "b"])
      #expect(context.configReader.snapshot().double(forKey: "tax") == 0.2)
    }
  }

  @Test func `a reader asks all sources in their order`() async throws {
    let memory = MemoryConfiguration(["Orders.limit": 1, "Orders.numbers": [1, 2]])
    try await read(
      [memory, ConfigurationProvider(Self.provider)],
      environment: ["ORDERS_LIMIT": "9", "ORDERS_PAGE_SIZE": "20", "ORDERS_IDS": "4, 5"]
    ) { context in
      #expect(context.configReader.int(forKey: "limit") == 1)
      #expect(context.configReader.intArray(forKey: "numbers") == [1, 2])
      #expect(context.configReader.int(forKey: "pageSize") == 20)
      #expect(context.configReader.intArray(forKey: "ids") == [4, 5])
      #expect(context.configReader.bytes(forKey: "limit") == nil)
      #expect(
        throws: ConfigurationError.wrongType(
          key: "Orders.ids", source: "ORDERS_IDS from the environment", expected: "double",
          found: "a text")
      ) { try context.configReader.requiredDouble(forKey: "ids") }
    }
  }
}
