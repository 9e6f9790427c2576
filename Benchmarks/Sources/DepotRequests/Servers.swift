// SPDX-License-Identifier: Apache-2.0

import DepotWeb
import Foundation
import Gantry
import Load
import Logging

/// The two servers.
enum Servers {
  static let logger = Logger(label: "depot") { _ in SwiftLogNoOpLogHandler() }

  /// Starts both, prints their ports and serves until the process is ended.
  static func run(in folder: String) async throws {
    let (application, depot) = try await startDepot(on: "\(folder)/depot.sqlite")
    let plain = try await PlainDepot.start(on: "\(folder)/plain.sqlite")
    for port in [depot, plain] {
      let connection = try Connection(port: UInt16(port))
      let item = #"{"name":"Tea","reorderAt":0,"reorderQuantity":10}"#
      _ = try connection.ask("PUT", "/items/tea", item)
      _ = try connection.ask("POST", "/movements", Clients.movement, key: "first")
      connection.close()
    }
    try FileHandle.standardOutput.write(contentsOf: Data("\(depot) \(plain)\n".utf8))
    try await Task.sleep(for: .seconds(3600))
    await application.stop()
  }

  /// Depot with all of its modules, which are linked here.
  private static func startDepot(on file: String) async throws -> (Gantry.Application, port: Int) {
    let application = Gantry.Application(
      sources: [
        MemoryConfiguration([
          "Storage.file": .string(file),
          "Web.port": 0,
        ])
      ], logger: logger)
    let started = application.events.stream(of: ServerStarted.self, bufferingNewest: 1)
    try await application.start()
    for await event in started { return (application, event.port) }
    throw LoadError(description: "Depot does not serve")
  }
}
