// SPDX-License-Identifier: Apache-2.0

import Configuration
import Gantry
import GantryConfiguration
import GantryCore
import GantrySupport
import LogFixture
import Logging
import Testing

@Suite struct ConfigurationProviderTests {
  private static let provider = InMemoryProvider(values: [
    "Orders.limit": 7, "Orders.tax": .init(.double(0.2), isSecret: false),
    "Orders.hosts": .init(.stringArray(["a", "b"]), isSecret: false),
    "Orders.pin": .init(.string("12a4"), isSecret: true),
  ])

  /// Runs an application with one module.
  private func read(
    _ sources: [any ConfigurationSource], environment: [String: String] = [:],
    in module: ModuleName = "Orders",
    _ body: @escaping @Sendable (ModuleContext) throws -> Void
  ) async throws {
    let app = Application(
      modules: [], sources: sources,
      launchOptions: LaunchOptions(source: .test, arguments: [], environment: environment)
    ) { $0.launch(module, body: .background { context in try body(context) }) }
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
      source.value(forKey: "Orders.pin") == SourcedValue("12a4", source: name, secret: true))
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

  @Test func `a module whose name has a dot reads its section in both ways`() async throws {
    let provider = InMemoryProvider(values: ["Shop.Orders.limit": 7])
    try await read([ConfigurationProvider(provider)], in: "Shop.Orders") { context in
      #expect(context.config.int(forKey: "limit") == 7)
      #expect(context.configReader.int(forKey: "limit") == 7)
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

  private enum Level: String { case low, high }

  /// Values that a reader hides, the source of each, and the warning.
  @Test(arguments: [
    ("port", "configuration key Web.port cannot be read as int: memory has the text \"http\""),
    (
      "rate",
      "configuration key Web.rate cannot be read as double: WEB_RATE from the environment has"
    ),
    ("limit", "configuration key Web.limit cannot be read as bool: InMemoryProvider["),
    ("level", "configuration key Web.level cannot be read as string: memory has the text \"hgih\""),
  ])
  func `a value of the wrong type is a warning, whoever reads it`(
    key: String, warning: String
  ) async throws {
    let log = LogRecorder()
    let app = Application(
      modules: [],
      sources: [
        MemoryConfiguration(["Web.port": "http", "Web.level": "hgih"]),
        ConfigurationProvider(InMemoryProvider(name: "test", values: ["Web.limit": 7])),
      ],
      launchOptions: LaunchOptions(
        source: .test, arguments: [], environment: ["WEB_RATE": "fast"]), logger: log.logger
    ) {
      $0.launch(
        "Web",
        body: .background { context in
          let config = context.configReader
          for _ in 0..<2 {
            switch key {
            case "port": #expect(config.int(forKey: "port", default: 8080) == 8080)
            case "rate": #expect(config.double(forKey: "rate") == nil)
            case "limit": #expect(config.snapshot().bool(forKey: "limit", default: true))
            default: #expect(config.string(forKey: "level", as: Level.self) == nil)
            }
            #expect(config.int(forKey: "other", default: 1) == 1)
          }
        })
    }
    try await app.start()
    await app.stop()
    #expect(log.lines(.warning).count == 1)
    #expect(log.lines(.warning).first?.hasPrefix(warning) == true, "\(log.lines(.warning))")
    #expect(
      app.settings.map(\.key) == ["Web.\(key)", "Web.other"].sorted(), "a reader's keys are known")
    // What the reader returned instead.
    if let used = ["port": "8080", "limit": "true"][key] {
      #expect(app.settings.first { $0.key == "Web.\(key)" }?.value == used)
    }
  }

  @Test func `a reader that throws is no warning`() async throws {
    let log = LogRecorder()
    let app = Application(
      modules: [], sources: [MemoryConfiguration(["Web.port": "http"])],
      launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:]),
      logger: log.logger
    ) {
      $0.launch(
        "Web",
        body: .background { context in
          #expect(throws: ConfigurationError.self) {
            try context.configReader.requiredInt(forKey: "port")
          }
        })
    }
    try await app.start()
    await app.stop()
    #expect(log.lines(.warning) == [])
  }
}
