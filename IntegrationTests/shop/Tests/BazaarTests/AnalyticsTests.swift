// SPDX-License-Identifier: Apache-2.0

import Analytics
import AnalyticsAPI
import Foundation
import GantryTesting
import Testing

@Suite struct AnalyticsTests {
  @Test func `each launch is a row in the file`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path("launches.ndjson")
    for launch in 1...2 {
      let host = try await TestApplication.start(
        AnalyticsModule.self,
        configuration: ["Analytics.launches": .string(file)])
      await host.waitUntilIdle()
      await host.stop()
      let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      #expect(lines.count == launch)
      #expect(lines.allSatisfy { $0.contains(#""outcome":"ready""#) })
    }
  }

  @Test func `a file that cannot be written is reported and harms nobody`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path("no/such/folder.ndjson")
    let host = try await TestApplication.start(
      AnalyticsModule.self,
      configuration: ["Analytics.launches": .string(file)])
    await host.waitUntilIdle()
    await host.stop()
    #expect(host.handlerFailures.map(\.handler) == ["note"])
    #expect(host.outcome(of: "Analytics") == .succeeded)
  }

  @Test func `actions are counted`() async throws {
    let folder = try TemporaryFolder()
    let host = try await TestApplication.start(
      AnalyticsModule.self,
      configuration: ["Analytics.launches": .string(folder.path("log"))])
    let usage = try host.application.services.resolve((any UsageCounter).self)
    await usage.count("order placed")
    await usage.count("order placed")
    #expect(await usage.counts == ["order placed": 2])
  }
}
