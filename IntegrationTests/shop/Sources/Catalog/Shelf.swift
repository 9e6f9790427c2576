// SPDX-License-Identifier: Apache-2.0

internal import CatalogAPI
internal import Foundation

/// The goods, sorted by title.
struct Shelf: GoodsCatalog {
  /// The range of prices, in cents: nothing is given away, and nothing costs over a million.
  static let prices = 1...100_000_000

  let items: [CatalogItem]
  private let byName: [String: CatalogItem]
  private let byNumber: [Int: CatalogItem]
  /// The words to search, in lower case and without accents, by the item's number.
  private let words: [Int: String]

  /// Reads goods.
  ///
  /// - Throws: `CatalogError` for a text that isn't a list of goods, for a duplicate number or
  ///   name, and for a price out of range.
  init(json: Data, file: String) throws(CatalogError) {
    let items: [CatalogItem]
    do {
      items = try JSONDecoder().decode([CatalogItem].self, from: json)
    } catch {
      throw CatalogError(error, file: file)
    }
    self.items = items.map { ($0, Self.folded($0.title)) }
      .sorted { ($0.1, $0.0.id) < ($1.1, $1.0.id) }.map(\.0)
    byName = Dictionary(items.map { ($0.name, $0) }) { first, _ in first }
    byNumber = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
    words = byNumber.mapValues {
      Self.folded("\($0.title) \($0.name) \($0.category.title) \($0.text)")
    }
    for item in items {
      guard Self.prices.contains(item.price) else {
        throw .price(file: file, item: item.name, cents: item.price)
      }
      if byNumber[item.id] != item { throw .repeated(file: file, what: "the number \(item.id)") }
      if byName[item.name] != item { throw .repeated(file: file, what: "the name '\(item.name)'") }
    }
  }

  func item(named name: String) -> CatalogItem? { byName[name.lowercased()] }

  func item(numbered id: Int) -> CatalogItem? { byNumber[id] }

  /// The goods that contain all words of a text, in one category or any.
  func items(matching text: String?, in category: CatalogAPI.Category?) -> [CatalogItem] {
    let wanted = Self.folded(text ?? "").split(separator: " ")
    return items.filter { item in
      guard category == nil || item.category == category else { return false }
      let words = words[item.id] ?? ""
      return wanted.allSatisfy { words.contains($0) }
    }
  }

  /// A few goods that change from day to day, each from a different category.
  func picks(_ count: Int, on date: Date) -> [CatalogItem] {
    guard !items.isEmpty else { return [] }
    let day = Int(date.timeIntervalSince1970 / 86_400)
    let kinds = CatalogAPI.Category.allCases
    return (0..<count).compactMap { index in
      let goods = items(matching: nil, in: kinds[(day + index) % kinds.count])
      return goods.isEmpty ? nil : goods[(day * 7 + index * 5) % goods.count]
    }
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
