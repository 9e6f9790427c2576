// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct MisuseTests {
  static let root = """
    Usage: gantry <subcommand>
      See 'gantry --help' for more information.

    """
  static let simulate = """
    Usage: gantry plan simulate [<file> ...] \(HelpTests.appUsage) [--report <file>] \
    [--workers <workers>] [--policy <policy>] [--format <format>]
      See 'gantry plan simulate --help' for more information.

    """
  static let check = """
    Usage: gantry plan check [<file> ...] \(HelpTests.appUsage)
      See 'gantry plan check --help' for more information.

    """
  static let draw = """
    Usage: gantry plan draw [<file>] \(HelpTests.appUsage) [--report <file>] --format <format> \
    [--around <module>] [--depth <depth>] [--output <output>]
      See 'gantry plan draw --help' for more information.

    """
  static let twoForms = """
    Error: Value to be set with flag '--api-only' had already been set with flag '--full'
    Usage: gantry new module <name> [--into <app>] [--target <target>] [--uses <modules>] \
    [--full] [--api-only] [--template <folder>] [--gantry <path-or-url>] [--dry-run]
      See 'gantry new module --help' for more information.

    """
  static let formats = """
    Help:  --format <format>  A picture (svg), the graph for Graphviz and others (dot), or a page \
    with the picture and a table in launch order (html).

    """
  static let policies = """
    Help:  --policy <policy>  Which task goes first: the one that could start first (fifo), the \
    one with the longest path to the end (rank), or one that the app needs to be ready (ready).

    """

  static let rows: [(arguments: String, errors: String)] = [
    ("launch", "Error: Unexpected argument 'launch'\n\(root)"),
    (
      "plan simulate shop.json --manifest app.json",
      "Error: Give launch graphs or an app, not both.\n\(simulate)"
    ),
    (
      "plan simulate shop.json --report launch.json",
      "Error: '--report' goes with an app: a launch graph has its own durations.\n\(simulate)"
    ),
    (
      "plan simulate shop.json --workers 0",
      "Error: '--workers' must be 1 or more, not 0.\n\(simulate)"
    ),
    (
      "plan simulate shop.json --workers two",
      "Error: The value 'two' is invalid for '--workers <workers>'\n"
        + "Help:  --workers <workers>  How many background tasks run at a time.\n\(simulate)"
    ),
    (
      "plan simulate shop.json --policy best",
      "Error: The value 'best' is invalid for '--policy <policy>'. Please provide one of 'fifo', "
        + "'rank' or 'ready'.\n\(policies)\(simulate)"
    ),
    (
      "plan simulate shop.json --wrkers 2",
      "Error: Unknown option '--wrkers'. Did you mean '--workers'?\n\(simulate)"
    ),
    ("new module Tea --full --api-only", twoForms),
    (
      "plan check shop.json --no-build",
      "Error: Give launch graphs or an app, not both.\n\(check)"
    ),
    (
      "plan draw shop.json",
      "Error: Missing expected argument '--format <format>'\n\(formats)\(draw)"
    ),
    (
      "plan draw shop.json --format png",
      "Error: The value 'png' is invalid for '--format <format>'. Please provide one of 'svg', "
        + "'dot' or 'html'.\n\(formats)\(draw)"
    ),
    (
      "plan draw shop.json faulty.json --format svg",
      "Error: Unexpected argument 'faulty.json'\n\(draw)"
    ),
  ]

  @Test(arguments: rows)
  func `misuse ends with 64 and a hint`(row: (arguments: String, errors: String)) async throws {
    let end = try await ToolFolder().run(row.arguments)
    #expect(end == ToolFolder.End(errors: row.errors, status: 64))
  }
}
