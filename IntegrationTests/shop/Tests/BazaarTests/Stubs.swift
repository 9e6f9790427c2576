// SPDX-License-Identifier: Apache-2.0

import AccountAPI
import BazaarKit
import CatalogAPI
import Foundation
import GantryTesting
import OrdersAPI
import StorageAPI
import WebAPI

/// Keeps records in memory, and refuses them when told to.
actor MemoryStorage: StorageService {
  private(set) var prepared: [String] = []
  private var tables: [String: [(number: Int, record: any StoredRecord)]] = [:]
  private let refusal: StorageError?

  init(refusing refusal: StorageError? = nil) { self.refusal = refusal }

  func prepare<R: StoredRecord>(_ type: R.Type) throws(StorageError) { prepared.append(R.table) }

  func append<R: StoredRecord>(_ record: R) throws(StorageError) -> Int {
    if let refusal { throw refusal }
    let number = (tables[R.table]?.last?.number ?? 0) + 1
    tables[R.table, default: []].append((number, record))
    return number
  }

  func append<R: StoredRecord, Other: StoredRecord>(
    _ record: R, with other: @escaping @Sendable (Int) -> Other
  ) throws(StorageError) -> Int {
    let number = try append(record)
    _ = try append(other(number))
    return number
  }

  func replace<R: StoredRecord, Other: StoredRecord>(
    _ taken: Numbered<R>, with other: Other
  ) throws(StorageError) -> Bool {
    guard let index = tables[R.table]?.firstIndex(where: { $0.number == taken.number }) else {
      return false
    }
    _ = try append(other)
    tables[R.table]?.remove(at: index)
    return true
  }

  func oldest<R: StoredRecord>(_ type: R.Type, limit: Int) throws(StorageError) -> [Numbered<R>] {
    Array(try all(type).prefix(limit))
  }

  func newest<R: StoredRecord>(
    _ type: R.Type, where column: String, is text: String, limit: Int, after skipped: Int
  ) throws(StorageError) -> [Numbered<R>] {
    Array(try all(type, where: column, is: text).reversed().dropFirst(skipped).prefix(limit))
  }

  func count<R: StoredRecord>(
    _ type: R.Type, where column: String, is text: String
  ) throws(StorageError) -> Int {
    try all(type, where: column, is: text).count
  }

  func record<R: StoredRecord>(_ type: R.Type, numbered number: Int) throws(StorageError) -> R? {
    try all(type).first { $0.number == number }?.record
  }

  private func all<R: StoredRecord>(_ type: R.Type) throws(StorageError) -> [Numbered<R>] {
    if let refusal { throw refusal }
    return (tables[R.table] ?? []).compactMap { number, record in
      (record as? R).map { Numbered(number: number, record: $0) }
    }
  }

  private func all<R: StoredRecord>(
    _ type: R.Type, where column: String, is text: String
  ) throws(StorageError) -> [Numbered<R>] {
    try all(type).filter { numbered in
      Mirror(reflecting: numbered.record).children
        .contains { $0.label == column && $0.value as? String == text }
    }
  }
}

/// Sells tea, and nothing else.
struct TeaOnly: GoodsCatalog {
  let items: [CatalogItem]

  init(price: Int = 320) {
    items = [
      CatalogItem(id: 7, name: "tea", title: "Tea", category: .tea, price: price, text: "Black.")
    ]
  }

  func item(named name: String) -> CatalogItem? { items.first { $0.name == name } }
}

/// Has the same number of orders for every customer.
struct FixedHistory: OrderHistory {
  let count: Int

  func count(of customer: String) -> Int { count }

  func orders(of customer: String, limit: Int, after skipped: Int) -> [Order] {
    (0..<count).reversed().dropFirst(skipped).prefix(limit).map {
      Order(number: $0 + 1, customer: customer, item: "tea", quantity: 1, total: 320)
    }
  }
}

/// Always has the same customer signed in.
struct FixedAccount: AccountService {
  let customer: String
}

extension TestApplication {
  /// Calls a route as a browser does, with its signed-in customer and the fields of a form.
  func visit<Output: Sendable>(
    _ path: String, as output: Output.Type, by customer: String? = nil, form: String? = nil
  ) async throws -> Output {
    let form = form.flatMap { Parameters(form: Data($0.utf8)) }
    let visit = Visit(customer: customer, path: path, form: form) { "the-ticket" }
    return try await Visit.$current.withValue(visit) {
      try await application.router.open(RouteRequest(path), as: output)
    }
  }

  /// The notices that were sent, as the terminal would show them.
  var shown: [String] { sent(Notice.self).map { "\($0.sender): \($0.text)" } }
}

/// A folder that is removed when the test is over.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "bazaar-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }
}
