// SPDX-License-Identifier: Apache-2.0

import DepotAPI
import Gantry
import GantryTesting
import GRDB
import Items
import Testing
import Web

/// One module without the others.
@Suite struct ModuleTests {
  @Test func `the items create their table once, and offer endpoints`() async throws {
    let database = try DatabaseQueue()
    for _ in 1...2 {
      let host = try await TestApplication.start(
        ItemsModule.self, providing: { $0.provide(database, as: (any DatabaseWriter).self) })
      #expect(throws: Never.self) {
        try host.application.services.resolve((any Endpoints).self)
      }
      await host.stop()
    }
    #expect(try await database.read { try $0.tableExists("item") })
  }

  @Test func `a port that doesn't exist ends the launch`() async throws {
    let error = await #expect(throws: TestApplicationError.self) {
      try await TestApplication.start(WebModule.self, configuration: ["Web.port": 99_999])
    }
    let text = "\(try #require(error))"
    #expect(text.contains("Web.port is 99999, but ports are numbers from 0 to 65535"), "\(text)")
  }
}
