// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct InspectHelpTests {
  static let list = """
    OVERVIEW: List the modules, routes, services, events or tasks of an app.

    Nothing in the app is started: its manifest has everything.

    USAGE: gantry list <kind> \(HelpTests.appUsage) [--module <module>] [--format <format>]

    ARGUMENTS:
      <kind>                  The kind of list. (values: modules, routes, services,
                              events, tasks)

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
    OVERVIEW: Draw the modules of an app in layers, with their dependencies.

    A module is to the right of all its dependencies. An edge that others imply
    (Shop needs Orders, which needs Storage, so Shop needs Storage) is left out,
    unless '--all' shows it thin.

    A picture of more than 200 modules shows groups of them, a box each, unless you
    choose with '--by'. '--around' draws only a module and those near it.

    USAGE: gantry graph <options>

    OPTIONS:
    \(HelpTests.appOptions)
      --format <format>       A picture (svg), the graph for Graphviz and others
                              (dot), or the layers in words (text). (values: svg,
                              dot, text; default: svg)
      --kind <kind>           Draw only edges of these kinds. (values: requires,
                              service, result, wants, order)
      --around <module>       Only this module and those around it.
      --depth <depth>         How many steps around it: to its dependencies, and to
                              its dependents. (default: 1)
      --by <by>               A box for each module, or for all modules of a
                              target, of a package, of a group in gantry.yaml, or
                              of a layer. (values: module, target, package, group,
                              layer)
      --all                   Also draw the edges that others imply.
      --output <output>       The file to write. By default, standard output.
      --version               Show the version.
      -h, --help              Show help information.


    """

  @Test(arguments: [("list", list), ("graph", graph)])
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
