// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
    OVERVIEW: Makes apps out of modules, and looks at how they launch.

    \(exits)

    USAGE: gantry <subcommand>

    OPTIONS:
      -h, --help              Show help information.

    SUBCOMMANDS:
      new                     Makes apps and modules, as packages that build, run
                              and are tested.
      check                   Finds everything that is wrong with an app, before it
                              runs.
      why                     Says why a module or task does not run, or that it
                              does.
      list                    Lists the modules, routes, services, events or tasks
                              of an app.
      graph                   Draws the modules of an app in layers, and what they
                              need of each other.
      diff                    Says what a change of an app adds, removes and
                              breaks, and whom it concerns.
      plan                    Simulates, checks and draws launch graphs.

      See 'gantry help <subcommand>' for detailed help.

    """

  static let plan = """
    OVERVIEW: Simulates, checks and draws launch graphs.

    A graph is a JSON file. Of a task all but the name may be left out:

      {"version": 2, "name": "example", "tasks": [
        {"name": "t0", "durationMilliseconds": 12.5, "lane": "background",
         "stage": "beforeReady", "requires": ["t1"], "wants": [], "after": [],
         "before": [], "priority": 0}]}

    USAGE: gantry plan <subcommand>

    OPTIONS:
      -h, --help              Show help information.

    SUBCOMMANDS:
      simulate                Carries launches out on paper, and compares their
                              times with the lower bounds.
      check                   Finds everything that is wrong with launch graphs.
      draw                    Draws a launch graph.

      See 'gantry help plan <subcommand>' for detailed help.

    """

  static let simulate = """
    OVERVIEW: Carries launches out on paper, and compares their times with the
    lower bounds.

    Each task takes its duration. One thread runs the main lane, the workers run
    the background lane. A lower bound is a time that no order of the tasks can
    beat.

    USAGE: gantry plan simulate <file> ... [--workers <workers>] [--policy <policy>] \
    [--format <format>]

    ARGUMENTS:
      <file>                  Launch graphs, as JSON; - is standard input.

    OPTIONS:
      --workers <workers>     How many background tasks run at a time. (default: 3)
      --policy <policy>       Who goes first: what was free first (fifo), what has
                              the longest way to the end (rank), or what the app
                              needs to be ready (ready). (values: fifo, rank,
                              ready; default: ready)
      --format <format>       A table for people (text), or a JSON object a line
                              for each file (json). (values: text, json; default:
                              text)
      -h, --help              Show help information.


    """

  static let check = """
    OVERVIEW: Finds everything that is wrong with launch graphs.

    USAGE: gantry plan check <file> ...

    ARGUMENTS:
      <file>                  Launch graphs, as JSON; - is standard input.

    OPTIONS:
      -h, --help              Show help information.


    """

  static let draw = """
    OVERVIEW: Draws a launch graph.

    USAGE: gantry plan draw <file> --format <format> [--output <output>]

    ARGUMENTS:
      <file>                  A launch graph, as JSON.

    OPTIONS:
      --format <format>       A picture (svg), the graph for Graphviz and others
                              (dot), or a page with the picture and a table in
                              launch order (html). (values: svg, dot, html)
      --output <output>       The file to write; without one, standard output.
      -h, --help              Show help information.


    """

  @Test(
    arguments: [
      ("", root), ("--help", root), ("help", root), ("plan", plan), ("plan --help", plan),
      ("help plan", plan), ("plan simulate --help", simulate), ("plan check -h", check),
      ("plan draw --help", draw), ("help plan draw", draw),
    ])
  func `help says what there is, and is no error`(arguments: String, help: String) async throws {
    let end = try await ToolFolder().run(arguments)
    #expect(end == ToolFolder.End(output: help))
  }
}
