// SPDX-License-Identifier: Apache-2.0

/// A fault in the list of goods.
enum CatalogError: Error, Equatable, CustomStringConvertible {
  case unreadable(file: String, reason: String)
  case repeated(file: String, what: String)
  case price(file: String, item: String, cents: Int)

  var description: String {
    switch self {
    case .unreadable(let file, let reason): "the goods in '\(file)' cannot be read: \(reason)"
    case .repeated(let file, let what): "the goods in '\(file)' have \(what) more than once"
    case .price(let file, let item, let cents):
      "the goods in '\(file)' have '\(item)' for \(cents) cents: a price is \(Shelf.prices.lowerBound) "
        + "to \(Shelf.prices.upperBound)"
    }
  }
}
