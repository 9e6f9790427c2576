// SPDX-License-Identifier: Apache-2.0

import Testing

/// `gantry new event`, `route` and `service`.
@Suite struct SnippetTests {
  static let event = """
    // TeaBrewed.swift, in the module that sends it. Once others hear it, move it to the
    // interface, and write 'import GantryInterfaces'.

    import Gantry

    /// Write here when it is sent: context.events.send(TeaBrewed())
    public struct TeaBrewed: Event, Equatable {
      /// Creates the event.
      public init() {}
    }

    // A method of a module that hears it:
    //
    // @On func heard(_ event: TeaBrewed) {}

    """

  static let route = """
    // TeaList.swift, in the module that has the page. Once others call it, move the type to
    // the interface, and write 'import GantryInterfaces' there.

    import Gantry

    /// The page at `/tea-list`. Others call it: context.router.call(TeaList())
    @RoutePattern("tea-list")
    public struct TeaList {
      /// The type of the page.
      public typealias Output = String
    }

    /// Creates the page.
    @Route(access: .external)
    func teaListPage(_ route: TeaList) async -> String { "TeaList" }

    """

  static let service = """
    // TeaStore.swift, in the target of the module. Once others use it, move the protocol to
    // the interface.

    import Gantry

    /// Write here what other modules can ask for. They write:
    /// @Inject let service: any TeaStore
    public protocol TeaStore: Sendable {
      /// An example, for you to replace.
      func count() async -> Int
    }

    /// Provides ``TeaStore`` to other modules.
    @Module(provides: (any TeaStore).self)
    public final class TeaStoreModule: TeaStore {
      /// An example, for you to replace.
      public func count() async -> Int { 0 }
    }

    """

  static let help = """
    OVERVIEW: Print the code of a route and its handler.

    Nothing is written. The first lines say where to put the code; it compiles as
    it is.

    USAGE: gantry new route <name>

    ARGUMENTS:
      <name>                  The route's name, for example OrderList, which is the
                              page /order-list.

    OPTIONS:
      --version               Show the version.
      -h, --help              Show help information.


    """

  @Test(arguments: [
    ("event TeaBrewed", event), ("route TeaList", route), ("service TeaStore", service),
    ("route --help", help),
  ])
  func `the code is printed, and nothing is written`(arguments: String, text: String) async throws {
    let folder = try ToolFolder()
    let before = try folder.contents()
    #expect(try await folder.run("new \(arguments)") == ToolFolder.End(output: text))
    #expect(try folder.contents() == before)
  }

  @Test(arguments: [
    (
      "event tea-brewed",
      """
      'tea-brewed' cannot be the name of an event: it must have only letters from A to Z and \
      digits, and begin with a capital letter. Did you mean TeaBrewed?
      """
    ),
    (
      "route Foundation",
      "'Foundation' cannot be the name of a route: that is a name of Swift's own libraries."
    ),
    (
      "service TeaModule",
      """
      'TeaModule' cannot be the name of a service: Module is appended where it is needed. Did you \
      mean Tea?
      """
    ),
  ])
  func `a name that wouldn't compile is refused`(arguments: String, errors: String) async throws {
    let end = try await ToolFolder().run("new \(arguments)")
    #expect(end == ToolFolder.End(errors: errors + "\n", status: 64))
  }
}
