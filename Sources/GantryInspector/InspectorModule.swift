// SPDX-License-Identifier: Apache-2.0

internal import Configuration
internal import FlyingFox
internal import FlyingSocks
public import Gantry
internal import Logging

/// Shows the running application in a browser: modules, launch, events, routes, services and values.
///
/// Link it, and switch it on when you start the program:
///
/// ```sh
/// INSPECTOR_ENABLED=true ./app
/// ```
///
/// The log then shows its address. It serves the pages only on 127.0.0.1, to requests with the
/// token of that address. The pages change nothing unless you allow it.
///
/// | configuration key | meaning | default |
/// |---|---|---|
/// | `Inspector.enabled` | whether the pages are served | false |
/// | `Inspector.port` | the port on 127.0.0.1 | a free one |
/// | `Inspector.token` | the token that opens the pages | random for each launch |
/// | `Inspector.allowsChanges` | whether pages may switch modules and open URLs | false |
@Module(stage: .afterReady, enabled: .config("enabled"))
public actor InspectorModule {
  private let context: ModuleContext

  /// Creates the module; nothing is served yet.
  public init(context: ModuleContext) { self.context = context }

  /// Serves the pages until the module stops.
  @Run func serve() async throws {
    guard let application = context.application.whole else { return }
    let access = try InspectorAccess(context.config)
    let site = try InspectorSite(context, application, access)
    let server = HTTPServer(
      config: HTTPServer.Configuration(
        address: try .inet(ip4: "127.0.0.1", port: UInt16(access.port ?? 0)), logger: .disabled),
      handler: site)
    let log = context.logger
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          try await server.run()
        } catch SocketError.failed(type: _, errno: _, let message) where !Task.isCancelled {
          throw InspectorError.notListening(port: access.port ?? 0, reason: message)
        }
      }
      group.addTask {
        try await server.waitUntilListening()
        guard case .ip4(_, let port) = await server.listeningAddress else { return }
        // A warning: many apps hide notices, and this opens the app to those who have the token.
        log.warning("the inspector is at \(access.address(port: Int(port)))")
      }
      try await group.waitForAll()
    }
  }
}

/// Why the inspector serves no pages.
@nonexhaustive
public enum InspectorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The port isn't a number from 1 to 65535.
  case wrongPort(Int)
  /// The token has fewer than 16 characters, or one that isn't a letter, a digit, `-` or `_`.
  case weakToken
  /// The system doesn't let the program listen on the port.
  case notListening(port: Int, reason: String)

  /// The obstacle, and how to remove it.
  public var description: String {
    switch self {
    case .wrongPort(let port):
      """
      Inspector.port is \(port). Give a number from 1 to 65535, or leave it out, and the inspector \
      picks a free port.
      """
    case .weakToken:
      """
      Inspector.token must have at least 16 characters, all of them letters, digits, '-' or '_'. Leave it \
      out, and the inspector makes one.
      """
    case .notListening(let port, let reason):
      """
      cannot listen on 127.0.0.1:\(port): \(reason). Give another Inspector.port, or leave it out, \
      and the inspector picks a free one.
      """
    }
  }
}
