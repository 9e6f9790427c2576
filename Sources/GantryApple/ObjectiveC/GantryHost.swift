// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && canImport(ObjectiveC)
  internal import Foundation
  internal import GantryCore
  internal import GantryCSupport
  internal import GantryRouting
  internal import ObjectiveC
  public import UIKit

  /// An application of modules, for an app whose delegates are written in Objective-C.
  ///
  /// Make one in the `init` of the app's delegate, retain it, and forward the system's calls to it.
  /// It has each method of the delegates of the app and its scenes that modules hear. A subclass in
  /// Swift configures the application, and says which services Objective-C may ask for:
  ///
  /// ```swift
  /// @objc final class ShopHost: GantryHost {
  ///   override class func makeApplication() -> Application { Application(schemes: ["shop"]) }
  /// }
  /// ```
  @objc(GantryHost)
  open class GantryHost: ModularAppDelegate {
    /// The domain of the errors of this class; their descriptions say what is wrong, and how to fix
    /// it.
    @objc public static let errorDomain = "GantryHost"

    /// The host that was made last; nil before, and once it is gone.
    @objc(sharedHost) public private(set) static weak var shared: GantryHost?

    /// Takes the calls of scenes, whose windows the app's own delegates make.
    lazy var scenes = {
      let scenes = ModularSceneDelegate()
      scenes.isShared = true
      return scenes
    }()
    /// Reads services, by the names of their protocols. Each image may have a `Protocol` of its own.
    private var readers: [String: @MainActor (ServiceRegistry) -> AnyObject?] = [:]

    /// Creates the host and its application, without launching it.
    public override init() {
      super.init()
      Self.shared = self
    }

    /// Whether modules or a subclass handle a method, so that the app's delegate should have it.
    open nonisolated override func responds(to aSelector: Selector?) -> Bool {
      guard let aSelector, super.responds(to: aSelector) else { return false }
      return host.responds(to: aSelector, self, below: GantryHost.self)
    }

    /// The reason why the modules did not launch, an error of ``errorDomain``; nil if nothing went
    /// wrong.
    @objc public var launchError: (any Error)? { host.failure.map { Self.error("\($0)") } }

    // MARK: Pages and events

    /// Whether a route answers a URL from outside.
    ///
    /// - Parameter url: A URL of a declared scheme or host.
    /// - Returns: False as well for a URL that only an event handler opens.
    @objc(canOpenURL:)
    public func canOpenURL(_ url: URL) -> Bool {
      host.application.router.canOpen(RouteRequest(url))
    }

    /// Opens a URL as if the system had delivered it: modules hear it first, then its route is called,
    /// and the route's page is shown.
    ///
    /// - Parameter url: A URL of a declared scheme or host.
    /// - Returns: Whether a module has handled it, or a module or a route may still do so.
    @objc(openURL:)
    @discardableResult
    public func open(_ url: URL) -> Bool { host.open(URLFacts(url: url), in: nil) }

    /// Shows the page of a route; if that fails, ``ModularAppDelegate/failedToShow(_:because:)`` is
    /// called.
    ///
    /// - Parameter path: The path of a route of the app, with its query.
    @objc(showPage:)
    public func showPage(_ path: String) {
      host.appNavigator.beginShowing(RouteRequest(path))
    }

    /// Shows the page of a route in the way that the caller chooses; if that fails,
    /// ``ModularAppDelegate/failedToShow(_:because:)`` is called.
    ///
    /// - Parameters:
    ///   - path: The path of a route of the app, with its query.
    ///   - presentation: How the page is shown.
    @objc(showPage:as:)
    public func showPage(_ path: String, as presentation: GantryPresentation) {
      host.appNavigator.beginShowing(RouteRequest(path), as: presentation.page)
    }

    /// Shows the page of a route in the scene of a view controller.
    ///
    /// - Parameters:
    ///   - path: The path of a route of the app, with its query.
    ///   - controller: A controller of the scene; nil stands for the active scene.
    ///   - completion: Called when the page is on screen, or with the reason why it isn't.
    @objc(showPage:from:completion:)
    public func showPage(
      _ path: String, from controller: UIViewController?,
      completion: @escaping @MainActor @Sendable ((any Error)?) -> Void
    ) {
      var shown = host.appNavigator
      if let controller { shown = shown.from(controller) }
      let navigator = shown
      host.begin { completion(await Self.show(path, by: navigator)) }
    }

    private static func show(_ path: String, by navigator: any Navigator) async -> (any Error)? {
      do throws(NavigationError) {
        try await navigator.show(RouteRequest(path))
        return nil
      } catch {
        return Self.error("\(error)")
      }
    }

    /// Returns the page of a route, without showing it.
    ///
    /// - Parameter path: The path of a route of the app, with its query.
    /// - Returns: The route's view controller; a view of SwiftUI is in a hosting controller.
    /// - Throws: An error of ``errorDomain``: there is no such route, it returns no page, an
    ///   interceptor or the handler refused, or its answer takes time, which only
    ///   ``showPage(_:from:completion:)`` waits for.
    @objc(pageForPath:error:)
    public func page(forPath path: String) throws -> UIViewController {
      let answer: RouteAnswer
      do throws(RouteError) {
        answer = try host.application.router.callNow(RouteRequest(path), as: RouteAnswer.self)
      } catch {
        throw Self.error("\(error)")
      }
      let page = host.navigator.screens?.page(of: answer.output)?.object as? UIViewController
      guard let page else {
        let output = "\(type(of: answer.output))"
        throw Self.error("\(NavigationError.notAPage(route: answer.route, output: output))")
      }
      return page
    }

    /// Sends a named event to modules.
    ///
    /// - Parameters:
    ///   - name: The name of the event.
    ///   - values: Its texts, numbers and Booleans; nil stands for none. Other values are left out.
    @objc(sendEvent:values:)
    public func send(_ name: String, values: [String: Any]?) {
      let json = String(decoding: AppHost.json(values ?? [:]), as: UTF8.self)
      do {
        host.events.send(try NamedEvent(name, json: json))
      } catch {
        host.warn("the event \(name) was not sent: its values must be texts, numbers and Booleans")
      }
    }

    private static func error(_ text: String) -> NSError {
      NSError(domain: errorDomain, code: 1, userInfo: [NSLocalizedDescriptionKey: text])
    }

    // MARK: Services

    /// Lets Objective-C ask for a service.
    ///
    /// ```swift
    /// override init() {
    ///   super.init()
    ///   expose((any Basket).self, as: Basket.self)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - service: The type that a module provides the service as.
    ///   - type: The protocol that Objective-C asks with: the same one, which must be `@objc`.
    public func expose<Service: Sendable>(_ service: Service.Type, as type: Protocol) {
      readers[Self.name(of: type)] = { $0.resolveIfPresent(Service.self).map { $0 as AnyObject } }
    }

    /// Returns the service of a protocol.
    ///
    /// - Parameter type: A protocol that a subclass has exposed.
    /// - Returns: Nil if no module that has launched provides the service, and for a protocol that was
    ///   not exposed, which is logged.
    @objc(serviceForProtocol:)
    public func service(for type: Protocol) -> AnyObject? {
      let name = Self.name(of: type)
      guard let read = readers[name] else {
        host.warn("no service is exposed as \(name): call expose(_:as:) in your GantryHost's init")
        return nil
      }
      return read(host.application.services)
    }

    private static func name(of type: Protocol) -> String {
      String(cString: protocol_getName(type))
    }
  }
#endif
