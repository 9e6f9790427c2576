// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct HelpTests {
  static let exits = """
    Exit codes:
      0   nothing is wrong
      1   there are faults, or a file is malformed
      64  the command line is wrong
      66  a file cannot be read
      69  the app cannot be built, or does not answer
      73  a file cannot be written
    """

  static let root = """
    OVERVIEW: Create, check and inspect Gantry apps and modules.

    \(exits)

    USAGE: gantry <subcommand>

    OPTIONS:
      --version               Show the version.
      -h, --help              Show help information.

    SUBCOMMANDS:
      new                     Create apps and modules as packages that build, run
                              and have tests.
      use                     Let a module use the interfaces of others.
      check                   Find everything that is wrong with an app, before it
                              runs.
      why                     Explain whether a module or task runs, and if not,
                              why.
      list                    List the modules, routes, services, events or tasks
                              of an app.
      graph                   Draw the modules of an app in layers, with their
                              dependencies.
      report                  Show where the time of a launch went, and compare
                              launches.
      plan                    Simulate, check and draw launch graphs.

      See 'gantry help <subcommand>' for detailed help.

    """

  /// The options that select an app, as in a command's usage.
  static let appUsage = """
    [--package <folder>] [--product <product>] [--manifest <file>] \
    [--configuration <configuration>] [--scratch-path <folder>] [--no-build]
    """

  static let appOptions = """
      --package <folder>      The folder of the app's package. (default: .)
      --product <product>     The app to build and ask for its manifest, if the
                              package has several.
      --manifest <file>       A manifest as JSON, for an app that cannot run here;
                              nothing is built.
      -c, --configuration <configuration>
                              How to build. (values: debug, release; default: debug)
      --scratch-path <folder> The build folder, if it is not '.build' in the
                              package.
      --no-build              Use the last build instead of building.
    """

  static let plan = """
    OVERVIEW: Simulate, check and draw launch graphs.

    Reads the launch graph of an app (in the current folder, or chosen with the
    options) or a JSON file. In a file, a task needs a name; everything else is
    optional:

      {"version": 2, "name": "example", "tasks": [
        {"name": "t0", "durationMilliseconds": 12.5, "lane": "background",
         "stage": "beforeReady", "requires": ["t1"], "wants": [], "after": [],
         "before": [], "priority": 0}]}

    USAGE: gantry plan <subcommand>

    OPTIONS:
      --version               Show the version.
      -h, --help              Show help information.

    SUBCOMMANDS:
      simulate                Simulate launches, and compare their times with the
                              theoretical minimum.
      check                   Find everything that is wrong with launch graphs.
      draw                    Draw a launch graph.

      See 'gantry help plan <subcommand>' for detailed help.

    """

  static let simulate = """
    OVERVIEW: Simulate launches, and compare their times with the theoretical
    minimum.

    Each task takes its duration; a task of an app takes as long as in the launch
    report that you give. One thread runs the main lane, the workers run the
    background lane. A lower bound is a time that no order of the tasks can beat.

    USAGE: gantry plan simulate [<file> ...] \(appUsage) [--report <file>] \
    [--workers <workers>] [--policy <policy>] [--format <format>]

    ARGUMENTS:
      <file>                  Launch graphs, as JSON; - is standard input. By
                              default, the app's.

    OPTIONS:
    \(appOptions)
      --report <file>         A launch report of the app, as JSON, for the
                              durations of its tasks.
      --workers <workers>     How many background tasks run at a time. (default: 3)
      --policy <policy>       Which task goes first: the one that could start first
                              (fifo), the one with the longest path to the end
                              (rank), or one that the app needs to be ready
                              (ready). (values: fifo, rank, ready; default: ready)
      --format <format>       Output format: a table (text), or a line of JSON for
                              each file (json). (values: text, json; default: text)
      --version               Show the version.
      -h, --help              Show help information.


    """

  static let check = """
    OVERVIEW: Find everything that is wrong with launch graphs.

    In an app, these are the faults that keep it from starting. 'gantry check' also
    looks for missing records, imports across layers and what runs before main.

    USAGE: gantry plan check [<file> ...] \(appUsage)

    ARGUMENTS:
      <file>                  Launch graphs, as JSON; - is standard input. By
                              default, the app's.

    OPTIONS:
    \(appOptions)
      --version               Show the version.
      -h, --help              Show help information.


    """

  static let draw = """
    OVERVIEW: Draw a launch graph.

    USAGE: gantry plan draw [<file>] \(appUsage) [--report <file>] --format <format> \
    [--around <module>] [--depth <depth>] [--output <output>]

    ARGUMENTS:
      <file>                  A launch graph, as JSON. By default, the app's.

    OPTIONS:
    \(appOptions)
      --report <file>         A launch report of the app, as JSON, for the
                              durations of its tasks.
      --format <format>       A picture (svg), the graph for Graphviz and others
                              (dot), or a page with the picture and a table in
                              launch order (html). (values: svg, dot, html)
      --around <module>       Only this module and those around it.
      --depth <depth>         How many steps around it: to its dependencies, and to
                              its dependents. (default: 1)
      --output <output>       The file to write. By default, standard output.
      --version               Show the version.
      -h, --help              Show help information.


    """

  @Test(
    arguments: [
      ("", root), ("--help", root), ("help", root), ("plan", plan), ("plan --help", plan),
      ("help plan", plan), ("plan simulate --help", simulate), ("plan check -h", check),
      ("plan draw --help", draw), ("help plan draw", draw),
    ])
  func `help lists the commands and exits with 0`(arguments: String, help: String) async throws {
    let end = try await ToolFolder().run(arguments)
    #expect(end == ToolFolder.End(output: help))
  }

  /// The changelog begins with *Unreleased* between releases, and with the version in a release.
  @Test(arguments: ["--version", "plan --version"])
  func `the version matches the changelog`(arguments: String) async throws {
    let end = try await ToolFolder().run(arguments)
    let version = end.output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(end == ToolFolder.End(output: "\(version)\n"))
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../CHANGELOG.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let releases = text.matches(of: /\n## \[([^\]]+)\]/).map { String($0.1) }
    let newest = try #require(releases.first)
    if newest == "Unreleased" {
      let next = try #require(version.wholeMatch(of: /(\d+\.\d+\.\d+)-dev/))
      #expect(!releases.contains(String(next.1)))
    } else {
      #expect(version == newest)
    }
  }
}
