// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Load
import Logging
import Metrics

/// The routes of Depot that are measured, with its statements, its JSON and its middleware for logs and
/// metrics, and no Gantry.
struct PlainDepot {
  private struct Item: Codable, FetchableRecord, PersistableRecord, ResponseEncodable {
    var sku: String, name: String, reorderAt: Int, reorderQuantity: Int
  }
  private struct Movement: Codable, Equatable, FetchableRecord, PersistableRecord, ResponseEncodable
  {
    var key: String, sku: String, quantity: Int
  }
  private struct Stock: ResponseEncodable { var sku: String, quantity: Int }

  let database: any DatabaseWriter

  /// Starts a server on a file; its port.
  static func start(on file: String) async throws -> Int {
    let depot = PlainDepot(database: try open(file))
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
      router: depot.router(),
      server: .http1(configuration: .init(idleTimeout: .seconds(30))),
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: 0), serverName: "depot"),
      onServerRunning: { channel in
        if let port = channel.localAddress?.port { found.yield(port) }
      }, logger: Servers.logger)
    Task { try await application.run() }
    for await port in ports { return port }
    throw LoadError(description: "plain Hummingbird does not serve")
  }

  private static func open(_ file: String) throws -> DatabasePool {
    var configuration = GRDB.Configuration()
    configuration.busyMode = .timeout(5)
    let pool = try DatabasePool(path: file, configuration: configuration)
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try pool.write { database in
      try database.execute(
        sql: """
          CREATE TABLE item (sku TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL,
            reorderAt INTEGER NOT NULL, reorderQuantity INTEGER NOT NULL);
          CREATE TABLE movement (key TEXT PRIMARY KEY NOT NULL,
            sku TEXT NOT NULL REFERENCES item, quantity INTEGER NOT NULL);
          CREATE TABLE stock (sku TEXT PRIMARY KEY NOT NULL REFERENCES item,
            quantity INTEGER NOT NULL CHECK (quantity >= 0));
          """)
    }
    return pool
  }

  private func router() -> Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: LogRequestsMiddleware(.debug))
    router.add(middleware: MetricsMiddleware())
    router.get("stock/:sku") { _, context in
      let sku = try context.parameters.require("sku")
      let quantity = try await database.read {
        try Int.fetchOne($0, sql: "SELECT quantity FROM stock WHERE sku = ?", arguments: [sku])
      }
      return Stock(sku: sku, quantity: quantity ?? 0)
    }
    router.get("items/:sku") { _, context in
      let sku = try context.parameters.require("sku")
      guard let item = try await database.read({ try Item.fetchOne($0, key: sku) }) else {
        throw HTTPError(.notFound)
      }
      return item
    }
    router.put("items/:sku") { request, context in
      struct Fields: Decodable { var name: String, reorderAt: Int, reorderQuantity: Int }
      let fields = try await request.decode(as: Fields.self, context: context)
      let item = Item(
        sku: try context.parameters.require("sku"), name: fields.name,
        reorderAt: fields.reorderAt, reorderQuantity: fields.reorderQuantity)
      try await database.write { try item.save($0) }
      return EditedResponse(status: .created, response: item)
    }
    router.post("movements", use: book)
    return router
  }

  @Sendable private func book(
    _ request: Request, context: BasicRequestContext
  ) async throws -> EditedResponse<Movement> {
    struct Fields: Decodable { var sku: String, quantity: Int }
    guard let name = HTTPField.Name("Idempotency-Key"), let key = request.headers[name],
      (1...128).contains(key.utf8.count)
    else { throw HTTPError(.badRequest) }
    let fields = try await request.decode(as: Fields.self, context: context)
    guard fields.quantity != 0 else { throw HTTPError(.badRequest) }
    let movement = Movement(key: key, sku: fields.sku, quantity: fields.quantity)
    let isNew = try await database.write { database in
      if let known = try Movement.fetchOne(database, key: movement.key) {
        guard known == movement else { throw HTTPError(.unprocessableContent) }
        return false
      }
      guard
        let left = try Int.fetchOne(
          database,
          sql: """
            SELECT coalesce(stock.quantity, 0) FROM item LEFT JOIN stock USING (sku)
            WHERE item.sku = ?
            """, arguments: [movement.sku])
      else { throw HTTPError(.notFound) }
      try movement.insert(database)
      try database.execute(
        sql: """
          INSERT INTO stock (sku, quantity) VALUES (?, ?)
          ON CONFLICT (sku) DO UPDATE SET quantity = excluded.quantity
          """, arguments: [movement.sku, left + movement.quantity])
      return true
    }
    Counter(label: "plain.movements", dimensions: [("outcome", "\(isNew)")]).increment()
    return EditedResponse(status: isNew ? .created : .ok, response: movement)
  }
}
