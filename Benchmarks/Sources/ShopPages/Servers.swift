// SPDX-License-Identifier: Apache-2.0

import BazaarKit
import Catalog
import FlyingFox
import FlyingSocks
import Foundation
import Gantry
import Logging
import PageKit
import Web
import WebAPI

/// The two servers.
enum Servers {
  /// Starts both, prints their ports and serves until the process is ended.
  static func run() async throws {
    let (application, shop) = try await startShop()
    let bare = try await startBare()
    try FileHandle.standardOutput.write(contentsOf: Data("\(shop) \(bare)\n".utf8))
    try await Task.sleep(for: .seconds(3600))
    await application.stop()
  }

  /// Bazaar with the modules that are linked here, which are all that a page of an item meets; but
  /// for the one that takes orders, whose place something small takes.
  private static func startShop() async throws -> (Application, port: Int) {
    let application = Application(
      schemes: ["bazaar"],
      sources: [MemoryConfiguration(["Web.port": 0])],
      logger: Logger(label: "shop") { _ in SwiftLogNoOpLogHandler() }
    ) { builder in
      builder.add(
        ModuleManifest(function: "Till") { till in
          till.route(
            "orders/place", nil, RouteOptions(access: .external),
            body: .background { _, _, _ -> Deed in
              Deed(path: "/")
            })
        })
    }
    let notices = application.events.stream(of: Notice.self, bufferingNewest: 16)
    try await application.start()
    await MainActor.run { application.events.send(DidBecomeActive()) }
    for await notice in notices where notice.sender == "Web" {
      guard let port = notice.text.split(separator: ":").last.flatMap({ Int($0) }) else { break }
      return (application, port)
    }
    throw ShopPages.Failure(description: "Bazaar does not serve")
  }

  /// The same templates with the same values, and nothing else.
  private static func startBare() async throws -> Int {
    let events = EventBus()
    let web = ModuleResources(of: WebModule.self)
    let catalog = ModuleResources(of: CatalogModule.self)
    let frames = try Templates(web, from: "Web", events: events)
    let contents = try Templates(catalog, from: "Catalog", events: events)
    let pages = try CatalogPages(catalog, templates: contents)
    let frame = try Frame(
      web, templates: frames,
      menu: [
        MenuEntry("Catalog", path: "/catalog", place: 100),
        MenuEntry("Sign in", path: "/account", place: 400, showsCustomer: true),
      ])
    let values = try BareValues(pages: pages, frame: frame)
    let server = HTTPServer(
      config: .init(address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), logger: .disabled),
      handler: ClosureHTTPHandler { request in
        let id = request.path.split(separator: "/").last.flatMap { Int($0) } ?? 0
        guard let item = values.items[id], var around = values.frames[id] else {
          return HTTPResponse(statusCode: .notFound)
        }
        around["content"] = try contents.render("item", item)
        let html = try frames.render("frame", around)
        return HTTPResponse(
          statusCode: .ok, headers: [.contentType: "text/html; charset=utf-8"],
          body: Data(html.utf8))
      })
    Task { try await server.run() }
    try await server.waitUntilListening()
    guard case .ip4(_, let port)? = await server.listeningAddress else {
      throw ShopPages.Failure(description: "the bare handler does not serve")
    }
    return Int(port)
  }
}

/// What the templates insert, made beforehand and only read from then on.
private struct BareValues: Sendable {
  var items: [Int: [String: any Sendable]] = [:]
  var frames: [Int: [String: any Sendable]] = [:]

  init(pages: CatalogPages, frame: Frame) throws {
    for id in 1...Browsers.items {
      guard let item = try pages.details(ofItem: id), let title = item["title"] as? String else {
        throw ShopPages.Failure(description: "there is no item \(id)")
      }
      items[id] = item
      frames[id] = frame.values(
        title: title, content: "", path: "/catalog/\(id)", customer: nil, remark: nil)
    }
  }
}
