// SPDX-License-Identifier: Apache-2.0

internal import BazaarKit
internal import Foundation
public import Gantry
internal import PageKit
internal import WebAPI

/// Serves the pages of the shop on this machine, if `Web.port` in the configuration names a port.
///
/// It knows no other module. For each request, it calls the router as an external caller: for a
/// `Page` or, if a form was sent, for a `Deed`. It answers with HTML.
@Module
public final class WebModule {
  @Inject let menu: [MenuEntry]

  private let front: Front
  private let server: ShopServer
  private let port: Int?

  /// Reads the frame of the pages and the other files for browsers.
  ///
  /// - Parameter context: The module's access to its application.
  /// - Throws: `TemplateError` and `ResourceError`.
  public init(context: ModuleContext) throws {
    menu = try context.inject([MenuEntry].self)
    port = context.config.int(forKey: "port")
    let assets = try Assets(context.resources)
    let frame = Frame(templates: try Templates(context), menu: menu, assets: assets)
    front = Front(
      router: context.router, frame: frame, assets: assets,
      formsPerMinute: context.config.int(forKey: "formsPerMinute", default: 30),
      logger: context.logger)
    let patience = context.config.int(forKey: "patience", default: 15)
    server = ShopServer(front: front, patience: .seconds(patience))
  }

  /// Reads the map of old URLs, which applies to `bazaar://` URLs as well.
  ///
  /// A faulty map is refused as a whole, but does not close the shop.
  @Launch func readRedirects(context: ModuleContext) {
    do {
      let map = try RouteRedirects(json: redirects(context))
      front.replace(map)
      context.router.replaceRedirects(map)
    } catch {
      context.events.send(Notice(from: context.name, "old URLs are as before: \(error)"))
    }
  }

  /// Opens the shop. It is essential, since the program is useless without it.
  @Launch(essential: true) func serve() async throws {
    if let port { try await server.start(port: port) }
  }

  /// Announces the address after all other notices.
  @On(.once) func announce(_ event: DidBecomeActive, context: ModuleContext) {
    if let address = server.address { context.events.send(Notice(from: context.name, address)) }
  }

  @On func reload(_ event: DidReloadConfiguration, context: ModuleContext) {
    readRedirects(context: context)
  }

  @Shutdown func close() async { await server.stop() }

  private func redirects(_ context: ModuleContext) throws -> Data {
    guard let file = context.config.string(forKey: "redirects") else {
      return try context.resources.data("redirects.json")
    }
    guard let data = FileManager.default.contents(atPath: file) else {
      throw WebError.noFile(file)
    }
    return data
  }
}
