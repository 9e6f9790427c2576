// SPDX-License-Identifier: Apache-2.0

internal import DepotAPI
internal import GRDB
internal import HTTPTypes
internal import Hummingbird

/// An item that the depot keeps, named by its stock-keeping unit.
struct Item: Codable, FetchableRecord, PersistableRecord, ResponseEncodable {
  var sku: String
  var name: String
  /// Goods are reordered at or below this stock.
  var reorderAt: Int
  /// The quantity of each order.
  var reorderQuantity: Int
}

/// `PUT /items/tea`, `GET /items/tea`, and `GET /items?after=tea` page by page.
struct ItemEndpoints: Endpoints {
  static let page = 100

  let database: any DatabaseWriter

  func add(to router: Hummingbird.Router<BasicRequestContext>) {
    router.group("items")
      .get { request, _ in
        let last = request.uri.queryParameters.get("after") ?? ""
        return try await database.read { database in
          try Item.filter(Column("sku") > last).order(Column("sku")).limit(Self.page)
            .fetchAll(database)
        }
      }
      .get(":sku") { _, context in
        let sku = try context.parameters.require("sku")
        guard let item = try await database.read({ try Item.fetchOne($0, key: sku) }) else {
          throw HTTPError(.notFound, message: "there is no item '\(sku)'")
        }
        return item
      }
      .put(":sku", use: put)
  }

  @Sendable private func put(
    _ request: Request, context: BasicRequestContext
  ) async throws -> EditedResponse<Item> {
    struct Fields: Decodable { var name: String, reorderAt: Int, reorderQuantity: Int }

    let sku = try context.parameters.require("sku")
    let fields = try await request.decode(as: Fields.self, context: context)
    let item = Item(
      sku: sku, name: fields.name, reorderAt: fields.reorderAt,
      reorderQuantity: fields.reorderQuantity)
    guard sku.utf8.count <= 64, item.reorderAt >= 0, item.reorderQuantity > 0 else {
      throw HTTPError(
        .badRequest,
        message: "at most 64 bytes of SKU, reorderAt from 0, reorderQuantity from 1")
    }
    let isNew = try await database.write { database in
      let isNew = try !item.exists(database)
      try item.save(database)
      return isNew
    }
    return EditedResponse(status: isNew ? .created : .ok, response: item)
  }
}
