// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import GantryLaunch
internal import GantryReports

/// `gantry plan`: works on launch graphs without launching anything.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Simulate, check and draw launch graphs.",
    discussion: """
      A graph is a JSON file. A task needs a name; all else is optional:

        {"version": 2, "name": "example", "tasks": [
          {"name": "t0", "durationMilliseconds": 12.5, "lane": "background",
           "stage": "beforeReady", "requires": ["t1"], "wants": [], "after": [],
           "before": [], "priority": 0}]}
      """,
    subcommands: [Simulate.self, Check.self, Draw.self])
}

extension PlanCommand {
  /// `gantry plan check`: everything that is wrong with launch graphs.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Find everything that is wrong with launch graphs.")

    @Argument(
      help: ArgumentHelp("Launch graphs, as JSON; - is standard input.", valueName: "file"),
      completion: .file(extensions: ["json"]))
    var files: [String]

    func run() throws { try result().finish() }

    /// A line for each sound graph, and a paragraph for each fault of the others.
    func result() -> ToolResult {
      var result = ToolResult()
      for path in files {
        do throws(ToolFailure) {
          let file = try LaunchGraphFile.read(path)
          let faults = file.graph.check()
          guard !faults.isEmpty else {
            result.output.append("\(path): \(Self.summary(of: file)), no faults")
            continue
          }
          // Faults are the result of the check, not a failure of the command.
          result.output.append(ToolFailure(faults, in: path).message)
          if result.exit == .success { result.exit = .faults }
        } catch {
          result.add(error)
        }
      }
      return result
    }

    private static func summary(of file: LaunchGraphFile) -> String {
      let edges = file.nodes.reduce(0) { $0 + $1.edges.count }
      return "\(file.nodes.count.counted("task")), \(edges.counted("edge"))"
    }
  }
}

extension PlanCommand {
  /// `gantry plan draw`: a picture of a launch graph.
  struct Draw: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "draw",
      abstract: "Draw a launch graph.")

    @Argument(
      help: ArgumentHelp("A launch graph, as JSON.", valueName: "file"),
      completion: .file(extensions: ["json"]))
    var file: String

    @Option(
      help: """
        A picture (svg), the graph for Graphviz and others (dot), or a page with the picture and a \
        table in launch order (html).
        """)
    var format: DrawingFormat

    @OptionGroup var surroundings: Surroundings

    @Option(help: "The file to write; without one, standard output.")
    var output: String?

    func validate() throws { try surroundings.validate() }

    func run() throws { try result().finish() }

    /// The drawing, or nothing where it was written to a file.
    func result() -> ToolResult {
      var result = ToolResult()
      do throws(ToolFailure) {
        let graph = try LaunchGraphFile.read(file)
        let whole = try graph.sound { file throws(LaunchError) in
          try file.graph.plan(durations: file.durations)
        }
        let near = try surroundings.neighborhood(in: whole.tasks.map(\.name)) { name, depth in
          whole.surroundings(of: name, depth: depth)
        }
        let plan = try graph.sound { file throws(LaunchError) in
          guard let near else { return whole }
          return try file.graph.part(of: near.modules).plan(durations: file.durations)
        }
        try result.add(format.drawing(of: plan, named: graph.name), writingTo: output)
      } catch {
        result.add(error)
      }
      return result
    }
  }
}

extension PlanCommand {
  /// `gantry plan simulate`: how long launches take, and how long they must take at least.
  struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "simulate",
      abstract: "Simulate launches, and compare their times with the theoretical minimum.",
      discussion: """
        Each task takes its duration. One thread runs the main lane, the workers run the \
        background lane. A lower bound is a time that no order of the tasks can beat.
        """)

    @Argument(
      help: ArgumentHelp("Launch graphs, as JSON; - is standard input.", valueName: "file"),
      completion: .file(extensions: ["json"]))
    var files: [String]

    @Option(help: "How many background tasks run at a time.")
    var workers = 3

    @Option(
      help: """
        Which task goes first: the one that was free first (fifo), the one with the longest way \
        to the end (rank), or one that the app needs to be ready (ready).
        """)
    var policy = LaunchPolicy.ready

    @Option(help: "Output format: a table (text), or a line of JSON for each file (json).")
    var format = RowFormat.text

    func validate() throws {
      guard workers > 0 else {
        throw ValidationError("'--workers' takes a number from 1 on, not \(workers).")
      }
    }

    func run() throws { try result().finish() }

    /// A row for each sound graph, and the faults of the others.
    func result() -> ToolResult {
      var result = ToolResult()
      var rows: [LaunchSimulation.Row] = []
      for path in files {
        do throws(ToolFailure) {
          rows.append(try row(of: path))
        } catch {
          result.add(error)
        }
      }
      if !rows.isEmpty { result.output = format.lines(of: rows) }
      return result
    }

    private func row(of path: String) throws(ToolFailure) -> LaunchSimulation.Row {
      let file = try LaunchGraphFile.read(path)
      return try file.sound { file throws(LaunchError) in
        try file.simulate(workers: workers, policy: policy).row(named: file.name)
      }
    }
  }
}

extension LaunchPlan {
  /// The tasks near one, by its name or that of its module; nil where there is none.
  fileprivate func surroundings(of name: String, depth: Int) -> LaunchNeighborhood? {
    LaunchNeighborhood(
      of: name, depth: depth,
      in: tasks.map { ($0.name, $0.dependencies.map { tasks[$0.position].name }) })
  }
}

extension LaunchGraph {
  /// The tasks of some modules, with the edges between them.
  fileprivate func part(of modules: Set<String>) -> LaunchGraph {
    let kept = nodes.filter { modules.contains($0.name.launchModule) }
    let names = Set(kept.map(\.name))
    let part = kept.map { node in
      var node = node
      node.edges.removeAll { !names.contains($0.target) }
      return node
    }
    return LaunchGraph(nodes: part, milestones: milestones)
  }
}
