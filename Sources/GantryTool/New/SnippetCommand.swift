// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

extension NewCommand {
  /// `gantry new event`: prints an event type.
  struct Event: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "event", abstract: "Print the code of an event.",
      discussion: SnippetHelp.text)

    @Argument(help: "The event's name, for example OrderPlaced.")
    var name: String

    func result() throws(ToolFailure) -> ToolResult {
      let name = try PackageName(name, of: .event)
      return ToolResult(
        output: [
          """
          // \(name).swift, in the module that sends it. Once others hear it, move it to the
          // interface, and write 'import GantryInterfaces'.

          import Gantry

          /// Write here when it is sent: context.events.send(\(name)())
          public struct \(name): Event, Equatable {
            /// Creates the event.
            public init() {}
          }

          // A method of a module that hears it:
          //
          // @On func heard(_ event: \(name)) {}
          """
        ])
    }
  }

  /// `gantry new route`: prints a route type with its handler.
  struct Route: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "route", abstract: "Print the code of a route and its handler.",
      discussion: SnippetHelp.text)

    @Argument(help: "The route's name, for example OrderList, which is the page /order-list.")
    var name: String

    func result() throws(ToolFailure) -> ToolResult {
      let name = try PackageName(name, of: .route)
      return ToolResult(
        output: [
          """
          // \(name).swift, in the module that has the page. Once others call it, move the type to
          // the interface, and write 'import GantryInterfaces' there.

          import Gantry

          /// The page at `/\(name.path)`. Others call it: context.router.call(\(name)())
          @RoutePattern("\(name.path)")
          public struct \(name) {
            /// The type of the page.
            public typealias Output = String
          }

          /// Creates the page.
          @Route(access: .external)
          func \(name.property)Page(_ route: \(name)) async -> String { "\(name)" }
          """
        ])
    }
  }

  /// `gantry new service`: prints a service's protocol with a module that provides it.
  struct Service: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "service", abstract: "Print the code of a service and its provider.",
      discussion: SnippetHelp.text)

    @Argument(help: "The service's name, for example OrderStore.")
    var name: String

    func result() throws(ToolFailure) -> ToolResult {
      let name = try PackageName(name, of: .service)
      return ToolResult(
        output: [
          """
          // \(name).swift, in the target of the module. Once others use it, move the protocol to
          // the interface.

          import Gantry

          /// Write here what other modules can ask for. They write:
          /// @Inject let service: any \(name)
          public protocol \(name): Sendable {
            /// An example, for you to replace.
            func count() async -> Int
          }

          /// Provides ``\(name)`` to other modules.
          @Module(provides: (any \(name)).self)
          public final class \(name)Module: \(name) {
            /// An example, for you to replace.
            public func count() async -> Int { 0 }
          }
          """
        ])
    }
  }
}

/// The common help of the commands that print code.
private enum SnippetHelp {
  static let text = """
    Nothing is written. The first lines say where to put the code; it compiles as it is.
    """
}
