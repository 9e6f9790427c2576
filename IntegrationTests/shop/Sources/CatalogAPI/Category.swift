// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces

/// A kind of goods; in a URL, it is the name in lower case.
public enum Category: String, Sendable, Codable, CaseIterable, RouteValue {
  case tea, coffee, spices, nuts, pantry, sweets
  case kitchen, table, textiles, light, bath, home

  /// Its title.
  public var title: String {
    switch self {
    case .tea: "Tea"
    case .coffee: "Coffee"
    case .spices: "Spices"
    case .nuts: "Nuts & dried fruit"
    case .pantry: "Pantry"
    case .sweets: "Sweets"
    case .kitchen: "Pots & pans"
    case .table: "At table"
    case .textiles: "Textiles"
    case .light: "Lamps & light"
    case .bath: "Bath & scent"
    case .home: "House & garden"
    }
  }
}
