// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantryTesting
import LogFixture
import Testing

@Suite(.timeLimit(.minutes(5))) struct ShuffleTests {
  /// Modules that start in order of their names, unless the launch is shuffled.
  private func host(_ options: LaunchOptions, _ journal: Journal) -> TestApplication {
    TestApplication(
      modules: [], launchOptions: options,
      adding: { app in
        for name in ["Ada", "Bob", "Cid", "Dan", "Eve"] {
          app.add(
            .fake(name) { $0.launch("show", body: .main { _, _ in journal.write(name) }) })
        }
      })
  }

  private func order(_ options: LaunchOptions) async throws -> [String] {
    let journal = Journal()
    let host = host(options, journal)
    try await host.start()
    await host.stop()
    return journal.lines
  }

  @Test func `a seed comes from the environment or from the test's options`() throws {
    var options = LaunchOptions.test
    #expect(try host(options, Journal()).plan.shuffle == nil)
    options.environment["GANTRY_SHUFFLE"] = "7"
    #expect(try host(options, Journal()).plan.shuffle == LaunchShuffle(seed: 7))
    options.environment["GANTRY_SHUFFLE"] = "seven"
    #expect(try host(options, Journal()).plan.shuffle == nil)
    #expect(
      try host(.test(shuffle: 9), Journal()).plan.shuffle
        == LaunchShuffle(seed: 9, longestDelay: .zero))
  }

  @Test(arguments: UInt64(1)...5) func `everything launches in any shuffled order`(
    seed: UInt64
  ) async throws {
    #expect(try await order(.test(shuffle: seed)).sorted() == ["Ada", "Bob", "Cid", "Dan", "Eve"])
  }

  @Test func `the error of a shuffled launch says how to repeat the order`() async throws {
    let host = TestApplication(
      .fake("Orders", ModuleOptions(essential: true)), failing: ["Orders": Broken()],
      launchOptions: .test(shuffle: 42))
    let error = try #require(await host.startError())
    #expect(error.description.hasSuffix("\nThe order was random: GANTRY_SHUFFLE=42 repeats it."))
  }

  @Test(arguments: [
    ("7", "notice launching in a random order; GANTRY_SHUFFLE=7 repeats it"),
    (
      "seven",
      "warning GANTRY_SHUFFLE is 'seven', not a whole number: launching in the planned order"
    ),
  ])
  func `before a launch begins, the log says how it is shuffled`(
    seed: String, line: String
  ) async throws {
    let log = LogRecorder()
    var options = LaunchOptions.test
    options.environment["GANTRY_SHUFFLE"] = seed
    let app = Application(
      modules: [], launchOptions: options,
      limits: .unwatched, logger: log.logger
    ) { app in app.launch("Maps", body: .background { _ in }) }
    try await app.start()
    #expect(log.lines.first == line)
    await app.stop()
  }

  @Test(arguments: [
    ("GANTRY_REPRT", "GANTRY_REPORT"), ("GANTRY_ONYL", "GANTRY_ONLY"),
    ("GANTRY_REPORTS", "GANTRY_REPORT"), ("GANTRY_FUZZ_SEED", nil), ("GANTRY_MANIFEST", nil),
    ("REPORT", nil),
  ])
  func `a misspelled variable is a warning with the similar name`(
    name: String, near: String?
  ) async throws {
    let log = LogRecorder()
    var options = LaunchOptions.test
    options.environment[name] = ""
    let app = Application(
      modules: [], launchOptions: options,
      limits: .unwatched, logger: log.logger)
    try await app.start()
    let warning = near.map {
      "warning nothing reads the environment variable \(name). Did you mean \($0)?"
    }
    #expect(log.lines.filter { $0.hasPrefix("warning") } == [warning].compactMap(\.self))
    await app.stop()
  }
}
