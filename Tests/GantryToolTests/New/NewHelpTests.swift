// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct NewHelpTests {
  static let root = """
    OVERVIEW: Create apps and modules as packages that build, run and have tests.

    A folder appears whole or not at all. Nothing is ever overwritten.

      gantry new app Shop --platform terminal
      cd Shop
      gantry new module Orders --into .
      swift run Shop orders --name Ada

    USAGE: gantry new <subcommand>

    OPTIONS:
      --version               Show the version.
      -h, --help              Show help information.

    SUBCOMMANDS:
      app                     Create an app in a folder of the same name.
      module                  Create a module in its own package and folder.
      event                   Print the code of an event.
      route                   Print the code of a route and its handler.
      service                 Print the code of a service and its provider.

      See 'gantry help new <subcommand>' for detailed help.

    """

  static let app = """
    OVERVIEW: Create an app in a folder of the same name.

    USAGE: gantry new app <name> [--platform <platform>] [--server] [--template <folder>] \
    [--gantry <path-or-url>] [--dry-run]

    ARGUMENTS:
      <name>                  The app's name, for example Shop.

    OPTIONS:
      --platform <platform>   The kind of app: a server to deploy, with HTTP by
                              Hummingbird, SQLite, health, a Dockerfile and a
                              systemd unit (server), a command-line program whose
                              commands are its routes (terminal), or an iOS app
                              with its Xcode project (ios). (values: server,
                              terminal, ios; default: server)
      --server                The same as --platform server.
      --template <folder>     A folder of your own templates, to use instead of the
                              built-in ones. Words such as {{name}} are replaced in
                              file names, and in files that end in .template, which
                              lose the ending.
      --gantry <path-or-url>  Where Gantry comes from: a folder, or the URL of a
                              repository. By default the source that the app uses,
                              or else the folder that this tool was built in.
      --dry-run               Show the files that would be created, without
                              creating them.
      --version               Show the version.
      -h, --help              Show help information.


    """

  static let module = """
    OVERVIEW: Create a module in its own package and folder.

    The package has the module and a test of it. With --into, it goes into the
    folder Modules of an app, and the app runs it: you don't have to change
    anything else.

    USAGE: gantry new module <name> [--into <app>] [--target <target>] [--uses <modules>] \
    [--full] [--api-only] [--language <language>] [--template <folder>] \
    [--gantry <path-or-url>] [--dry-run]

    ARGUMENTS:
      <name>                  The module's name, for example Orders.

    OPTIONS:
      --into <app>            The folder of the app that will run the module; the
                              app gets it as a dependency.
      --target <target>       The app's target to link the module into. By default,
                              its only executable; in an iOS app, its target of
                              modules.
      --uses <modules>        Modules of the app whose interfaces this one imports,
                              separated by commas: Sale stands for SaleAPI. Needs
                              --into.
      --full                  Also create an interface for other modules (a route,
                              an event, a service), texts in two languages, and a
                              demo app that runs the module alone.
      --api-only              Create only the interface, which other modules may
                              import.
      --language <language>   The module's language: swift, c (functions), or objc
                              (a class, for apps with UIKit). The forms --full and
                              --api-only are in Swift. (values: swift, c, objc;
                              default: swift)
      --template <folder>     A folder of your own templates, to use instead of the
                              built-in ones. Words such as {{name}} are replaced in
                              file names, and in files that end in .template, which
                              lose the ending.
      --gantry <path-or-url>  Where Gantry comes from: a folder, or the URL of a
                              repository. By default the source that the app uses,
                              or else the folder that this tool was built in.
      --dry-run               Show the files that would be created, without
                              creating them.
      --version               Show the version.
      -h, --help              Show help information.


    """

  @Test(
    arguments: [
      ("new", root), ("new --help", root), ("new app --help", app), ("help new module", module),
    ])
  func `help explains how to make apps and modules`(arguments: String, help: String) async throws {
    let end = try await ToolFolder().run(arguments)
    #expect(end == ToolFolder.End(output: help))
  }
}
