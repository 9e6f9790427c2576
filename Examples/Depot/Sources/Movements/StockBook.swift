// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Hummingbird

/// Goods that came in (a positive quantity) or went out (a negative one).
struct Movement: Codable, Equatable, FetchableRecord, PersistableRecord, ResponseEncodable {
  /// A key that the client chooses. The same key is the same movement, however often it is sent.
  var key: String
  var sku: String
  var quantity: Int
}

/// Books movements, each exactly once.
struct StockBook {
  enum Outcome: Equatable {
    case booked
    /// The movement is booked already: the client sent it before, and may not have got the answer.
    case repeated
    /// The key belongs to another movement.
    case keyTaken
    case unknownItem
    /// There is less in stock than should go out.
    case tooFew(left: Int)
  }

  let database: any DatabaseWriter

  /// Books a movement; it is on disk when this returns.
  ///
  /// The write transaction has the file to itself, so nothing changes between the check and the
  /// write, in this process or another one.
  func book(_ movement: Movement) async throws -> Outcome {
    try await database.write { database in
      if let known = try Movement.fetchOne(database, key: movement.key) {
        return known == movement ? .repeated : .keyTaken
      }
      guard
        let left = try Int.fetchOne(
          database,
          sql: """
            SELECT coalesce(stock.quantity, 0) FROM item LEFT JOIN stock USING (sku)
            WHERE item.sku = ?
            """, arguments: [movement.sku])
      else { return .unknownItem }
      let (stock, isTooMuch) = left.addingReportingOverflow(movement.quantity)
      guard stock >= 0, !isTooMuch else { return .tooFew(left: left) }
      try movement.insert(database)
      try database.execute(
        sql: """
          INSERT INTO stock (sku, quantity) VALUES (?, ?)
          ON CONFLICT (sku) DO UPDATE SET quantity = excluded.quantity
          """, arguments: [movement.sku, stock])
      return .booked
    }
  }

  func movement(_ key: String) async throws -> Movement? {
    try await database.read { try Movement.fetchOne($0, key: key) }
  }

  /// The stock of an item; nil if nothing has moved.
  func stock(of sku: String) async throws -> Int? {
    try await database.read {
      try Int.fetchOne($0, sql: "SELECT quantity FROM stock WHERE sku = ?", arguments: [sku])
    }
  }
}
