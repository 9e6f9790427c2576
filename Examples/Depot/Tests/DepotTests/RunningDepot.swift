// SPDX-License-Identifier: Apache-2.0

import Configuration
import Foundation
import Gantry
import GantryConfiguration
import Items
import Movements
import Reorder
import Storage
import Testing
import Web

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The whole service in this process, on a real file and a real port.
struct RunningDepot {
  let application: Gantry.Application
  let port: Int

  struct Answer {
    let status: Int
    let text: String

    func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try JSONDecoder().decode(type, from: Data(text.utf8))
    }
  }

  static func start(
    on file: String,
    _ modules: [any Module.Type] = [
      StorageModule.self, ItemsModule.self, MovementsModule.self, ReorderModule.self,
      WebModule.self,
    ]
  ) async throws -> RunningDepot {
    let application = Gantry.Application(
      modules: ModuleSelection(modules),
      sources: [
        ConfigurationProvider(
          InMemoryProvider(values: [
            "Storage.file": .init(.string(file), isSecret: false), "Web.port": 0,
          ]))
      ])
    let started = application.events.stream(of: ServerStarted.self, bufferingNewest: 1)
    try await application.start()
    for await event in started { return RunningDepot(application: application, port: event.port) }
    throw CancellationError()
  }

  /// Runs a test with a depot of its own, in a folder of its own.
  static func run(_ body: (RunningDepot) async throws -> Void) async throws {
    try await inFolder { file in
      let depot = try await start(on: file)
      try await body(depot)
      await depot.stop()
    }
  }

  static func inFolder(_ body: (_ file: String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "depot-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appending(path: "depot.sqlite").path)
  }

  func stop() async { await application.stop() }

  func get(_ path: String) async throws -> Answer { try await send("GET", path) }

  @discardableResult
  func put(_ sku: String, reorderAt: Int = 0, reorderQuantity: Int = 10) async throws -> Answer {
    try await send(
      "PUT", "items/\(sku)",
      #"{"name": "\#(sku)", "reorderAt": \#(reorderAt), "reorderQuantity": \#(reorderQuantity)}"#)
  }

  @discardableResult
  func move(_ key: String?, _ sku: String, _ quantity: Int) async throws -> Answer {
    try await send(
      "POST", "movements", #"{"sku": "\#(sku)", "quantity": \#(quantity)}"#,
      headers: key.map { ["Idempotency-Key": $0] } ?? [:])
  }

  func stock(_ sku: String) async throws -> Int {
    struct Stock: Decodable { let quantity: Int }
    return try await get("stock/\(sku)").json(Stock.self).quantity
  }

  private func send(
    _ method: String, _ path: String, _ body: String? = nil, headers: [String: String] = [:]
  ) async throws -> Answer {
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)/\(path)")))
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await URLSession.shared.data(for: request)
    let status = try #require(response as? HTTPURLResponse).statusCode
    return Answer(status: status, text: String(decoding: data, as: UTF8.self))
  }
}
