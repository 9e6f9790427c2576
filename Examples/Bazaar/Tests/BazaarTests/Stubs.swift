// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import AccountAPI
import BazaarKit
import CatalogAPI
import Foundation
import GantryTesting
import OrdersAPI
import StorageAPI

/// Keeps records in memory, and refuses them when told so.
actor MemoryStorage: StorageService {
  private(set) var prepared: [String] = []
  private var tables: [String: [any StoredRecord]] = [:]
  private let refusal: StorageError?

  init(refusing refusal: StorageError? = nil) { self.refusal = refusal }

  func prepare<R: StoredRecord>(_ type: R.Type) throws(StorageError) { prepared.append(R.table) }

  func append<R: StoredRecord>(_ record: R) throws(StorageError) -> Int {
    if let refusal { throw refusal }
    tables[R.table, default: []].append(record)
    return tables[R.table, default: []].count
  }

  func all<R: StoredRecord>(_ type: R.Type) throws(StorageError) -> [Numbered<R>] {
    tables[R.table, default: []].enumerated().compactMap { index, record in
      (record as? R).map { Numbered(number: index + 1, record: $0) }
    }
  }
}

/// Sells tea, and nothing else.
struct TeaOnly: GoodsCatalog {
  let items = [CatalogItem(name: "tea", price: 320)]

  func item(named name: String) -> CatalogItem? { items.first { $0.name == name } }
}

/// Remembers a number of orders for everybody.
struct FixedHistory: OrderHistory {
  let count: Int

  func orders(of customer: String) -> [Order] {
    (0..<count).map {
      Order(number: $0 + 1, customer: customer, item: "tea", quantity: 1, total: 320)
    }
  }
}

/// Somebody is signed in, always the same.
struct FixedAccount: AccountService {
  let customer: String
}

extension TestApplication {
  /// What was shown, as the terminal would show it.
  var shown: [String] { sent(Notice.self).map { "\($0.sender): \($0.text)" } }
}

/// A folder that is gone when the test is over.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "bazaar-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }
}
