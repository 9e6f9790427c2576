// SPDX-License-Identifier: Apache-2.0

internal import DepotAPI
internal import Gantry
internal import HTTPTypes
internal import Hummingbird
internal import Metrics

/// `POST /movements` with the header `Idempotency-Key`, `GET /movements/KEY` and `GET /stock/tea`.
struct MovementEndpoints: Endpoints {
  private struct Stock: ResponseEncodable { var sku: String, quantity: Int }

  let book: StockBook
  let events: EventBus

  func add(to router: Hummingbird.Router<BasicRequestContext>) {
    router.post("movements", use: post)
    router.get("movements/:key") { _, context in
      let key = try context.parameters.require("key")
      guard let movement = try await book.movement(key) else {
        throw HTTPError(.notFound, message: "there is no movement '\(key)'")
      }
      return movement
    }
    router.get("stock/:sku") { _, context in
      let sku = try context.parameters.require("sku")
      return Stock(sku: sku, quantity: try await book.stock(of: sku) ?? 0)
    }
  }

  /// 201 is a promise: the movement is on disk, and sending it again changes nothing.
  @Sendable private func post(
    _ request: Request, context: BasicRequestContext
  ) async throws -> EditedResponse<Movement> {
    struct Fields: Decodable { var sku: String, quantity: Int }

    guard let name = HTTPField.Name("Idempotency-Key"), let key = request.headers[name],
      (1...128).contains(key.utf8.count)
    else {
      throw HTTPError(.badRequest, message: "name the movement: Idempotency-Key, of 1 to 128 bytes")
    }
    let fields = try await request.decode(as: Fields.self, context: context)
    guard fields.quantity != 0 else {
      throw HTTPError(
        .badRequest, message: "quantity is above 0 for goods in, below for goods out")
    }
    let movement = Movement(key: key, sku: fields.sku, quantity: fields.quantity)
    let outcome = try await book.book(movement)
    Counter(label: "depot.movements", dimensions: [("outcome", outcome.label)]).increment()
    switch outcome {
    case .booked:
      events.send(StockMoved(sku: movement.sku))
      return EditedResponse(status: .created, response: movement)
    case .repeated:
      return EditedResponse(status: .ok, response: movement)
    case .keyTaken:
      throw HTTPError(.unprocessableContent, message: "'\(key)' is the key of another movement")
    case .unknownItem:
      throw HTTPError(.notFound, message: "there is no item '\(movement.sku)'")
    case .tooFew(let left):
      throw HTTPError(.conflict, message: "only \(left) of '\(movement.sku)' are there")
    }
  }
}

extension StockBook.Outcome {
  var label: String {
    switch self {
    case .booked: "booked"
    case .repeated: "repeated"
    case .keyTaken, .unknownItem, .tooFew: "refused"
    }
  }
}
