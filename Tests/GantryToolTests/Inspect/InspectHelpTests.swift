// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct InspectHelpTests {
  static let list = """
    OVERVIEW: List the modules, routes, interceptors, services, events or tasks of
    an app.

    Nothing in the app is started: its manifest has everything.

    USAGE: gantry list <kind> \(HelpTests.appUsage) [--module <module>] [--format <format>]

    ARGUMENTS:
      <kind>                  The kind of list. (values: modules, routes,
                              interceptors, services, events, tasks)

    OPTIONS:
    \(HelpTests.appOptions)
      --module <module>       Only the rows of this module; for services, also
                              those that it injects.
      --format <format>       Output format: a table (text), or a JSON object
                              (json). (values: text, json; default: text)
      --version               Show the version.
      -h, --help              Show help information.


    """

  static let graph = """
    OVERVIEW: Print the modules of an app with their dependencies, as a graph.

    An edge leads from a dependency to its dependent. One that others imply (Shop
    needs Orders, which needs Storage, so Shop needs Storage) is left out, unless
    you ask for '--all'.

    USAGE: gantry graph <options>

    OPTIONS:
    \(HelpTests.appOptions)
      --format <format>       The graph for Markdown (mermaid), for Graphviz and
                              others (dot), for programs (json), or the layers in
                              words (text). (values: mermaid, dot, text, json;
                              default: mermaid)
      --kind <kind>           Only edges of these kinds. (values: requires,
                              service, result, wants, order)
      --around <module>       Only this module and those around it.
      --depth <depth>         How many steps around it: to its dependencies, and to
                              its dependents. (default: 1)
      --by <by>               A node for all modules of a target, of a package, or
                              of a group in gantry.yaml. (values: target, package,
                              group)
      --all                   Also print the edges that others imply.
      --output <output>       The file to write. By default, standard output.
      --version               Show the version.
      -h, --help              Show help information.


    """

  static let inspect = """
    OVERVIEW: Look into a running app.

    The app has to link GantryInspector, which listens on a socket that only your
    user can open. Events and calls are recorded from the first look at an app
    until a minute after the last. `gantry inspect` shows the state, and `gantry
    inspect --page` writes a page for a browser.

    USAGE: gantry inspect <subcommand>

    OPTIONS:
      --version               Show the version.
      -h, --help              Show help information.

    SUBCOMMANDS:
      state (default)         Show the state of the app, and the modules that don't
                              run.
      modules                 List the modules with their states.
      module                  Show one module: state, times, dependencies, mailbox,
                              restarts.
      waiting                 Show what the app and its modules wait for, and the
                              holder of the main actor.
      events                  Follow the events that are sent, and the handlers
                              that have returned.
      routes                  Follow the calls of routes, each with its time and
                              outcome.
      open                    Open a URL as one from outside, and say which route
                              answers and what it reads.
      services                List the services, with the states of their providers.
      values                  Show the current values of keyed services; sensitive
                              ones are hidden.
      configuration           Show the configuration keys that modules have read,
                              with the source of each.
      timings                 Show the times of event handlers and routes within
                              the last minute.
      health                  Ask whether the app is live and ready, which includes
                              its main actor.
      graph                   Print the modules with their dependencies, as a graph.

      See 'gantry help inspect <subcommand>' for detailed help.

    """

  @Test(arguments: [("list", list), ("graph", graph), ("inspect", inspect)])
  func `help explains what a command does`(command: String, help: String) async throws {
    let folder = try ToolFolder()
    #expect(try await folder.run("\(command) --help") == ToolFolder.End(output: help))
    #expect(try await folder.run("help \(command)") == ToolFolder.End(output: help))
  }

  @Test(
    arguments: [
      ("list", "Error: Missing expected argument '<kind>'\n"),
      ("list pages", "Error: The value 'pages' is invalid for '<kind>'."),
      ("list tasks --format yaml", "Error: The value 'yaml' is invalid for '--format <format>'."),
      ("graph --kind imports", "Error: The value 'imports' is invalid for '--kind <kind>'."),
      ("graph --format png", "Error: The value 'png' is invalid for '--format <format>'."),
    ])
  func `misuse ends with 64 and a hint`(arguments: String, message: String) async throws {
    let end = try await ToolFolder().run(arguments)
    #expect(end.status == 64 && end.output.isEmpty)
    #expect(end.errors.hasPrefix(message))
  }
}
