// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import CatalogAPI

/// The goods, in the order of the alphabet.
struct Shelf: GoodsCatalog {
  let items: [CatalogItem]

  init(items: [CatalogItem]) { self.items = items.sorted { $0.name < $1.name } }

  func item(named name: String) -> CatalogItem? {
    let name = name.lowercased()
    return items.first { $0.name == name }
  }
}
