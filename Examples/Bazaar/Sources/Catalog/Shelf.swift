// SPDX-License-Identifier: Apache-2.0

internal import CatalogAPI
internal import Foundation

/// The goods, in the order of their numbers.
struct Shelf: GoodsCatalog {
  let items: [CatalogItem]

  func item(named name: String) -> CatalogItem? {
    items.first { $0.name == name.lowercased() }
  }

  /// The goods whose titles contain a text, in any case and with or without accents.
  func items(matching text: String?) -> [CatalogItem] {
    guard let text else { return items }
    return items.filter { $0.title.localizedStandardContains(text) }
  }
}
