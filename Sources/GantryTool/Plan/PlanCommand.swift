// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import GantryLaunch
internal import GantryReports

/// `gantry plan`: works with launch graphs without launching anything.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Simulate, check and draw launch graphs.",
    discussion: """
      Reads the launch graph of an app (in the current folder, or chosen with the options) or a \
      JSON file. In a file, a task needs a name; everything else is optional:

        {"version": 2, "name": "example", "tasks": [
          {"name": "t0", "durationMilliseconds": 12.5, "lane": "background",
           "stage": "beforeReady", "requires": ["t1"], "wants": [], "after": [],
           "before": [], "priority": 0}]}
      """,
    subcommands: [Simulate.self, Check.self, Draw.self])
}

extension PlanCommand {
  /// `gantry plan check`: finds everything that is wrong with launch graphs.
  struct Check: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Find everything that is wrong with launch graphs.",
      discussion: """
        In an app, these are the faults that keep it from starting. 'gantry check' also looks for \
        missing records, imports across layers and what runs before main.
        """)

    @Argument(help: .graphs, completion: .file(extensions: ["json"]))
    var files: [String] = []

    @OptionGroup var graphs: GraphOptions

    func validate() throws { try graphs.validate(beside: files) }

    /// Returns a line for each correct graph, and a paragraph for each fault of the others.
    func result() -> ToolResult {
      var result = ToolResult()
      for file in files.isEmpty ? [nil] : files.map(Optional.some) {
        do throws(ToolFailure) {
          check(try graphs.graph(of: file), &result)
        } catch {
          result.add(error)
        }
      }
      return result
    }

    private func check(_ graph: PlannedGraph, _ result: inout ToolResult) {
      let faults = graph.faults
      guard !faults.isEmpty else {
        let nodes = graph.graph.nodes
        let edges = nodes.reduce(0) { $0 + $1.edges.count }
        result.output.append(
          "\(graph.source): \(nodes.count.counted("task")), \(edges.counted("edge")), no faults")
        return
      }
      // Faults are the result of the check, not a failure of the command.
      result.output += faults
      if result.exit == .success { result.exit = .faults }
    }
  }
}

extension PlanCommand {
  /// `gantry plan draw`: draws a launch graph.
  struct Draw: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "draw",
      abstract: "Draw a launch graph.")

    @Argument(
      help: ArgumentHelp(
        "A launch graph, as JSON. By default, the app's.", valueName: "file"),
      completion: .file(extensions: ["json"]))
    var file: String?

    @OptionGroup var graphs: TimedGraphOptions

    @Option(
      help: """
        A picture (svg), the graph for Graphviz and others (dot), or a page with the picture and a \
        table in launch order (html).
        """)
    var format: DrawingFormat

    @OptionGroup var surroundings: Surroundings

    @Option(help: "The file to write. By default, standard output.")
    var output: String?

    func validate() throws { try graphs.validate(beside: [file].compactMap(\.self)) }

    /// Returns the drawing, or nothing if it was written to a file.
    func result() throws(ToolFailure) -> ToolResult {
      let graph = try graphs.graph(of: file)
      let whole = try graph.sound { graph throws(LaunchError) in
        try graph.graph.plan(durations: graph.durations)
      }
      let near = try surroundings.neighborhood(
        in: whole.tasks.flatMap { [$0.owner.rawValue, $0.name] }
      ) { name, depth in
        whole.surroundings(of: name, depth: depth)
      }
      let plan = near.map { whole.part(of: $0.modules) } ?? whole
      return try ToolResult(format.drawing(of: plan, named: graph.name), writingTo: output)
    }
  }
}

extension PlanCommand {
  /// `gantry plan simulate`: simulates launches, and compares them with the theoretical minimum.
  struct Simulate: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "simulate",
      abstract: "Simulate launches, and compare their times with the theoretical minimum.",
      discussion: """
        Each task takes its duration; a task of an app takes as long as in the launch report that \
        you give. One thread runs the main lane, the workers run the background lane. A lower bound \
        is a time that no order of the tasks can beat.
        """)

    @Argument(help: .graphs, completion: .file(extensions: ["json"]))
    var files: [String] = []

    @OptionGroup var graphs: TimedGraphOptions

    @Option(help: "How many background tasks run at a time.")
    var workers = 3

    @Option(
      help: """
        Which task goes first: the one that could start first (fifo), the one with the longest \
        path to the end (rank), or one that the app needs to be ready (ready).
        """)
    var policy = LaunchPolicy.ready

    @Option(help: "Output format: a table (text), or a line of JSON for each file (json).")
    var format = RowFormat.text

    func validate() throws {
      try graphs.validate(beside: files)
      guard workers > 0 else {
        throw ValidationError("'--workers' must be 1 or more, not \(workers).")
      }
    }

    /// Returns a row for each correct graph, and the faults of the others.
    func result() -> ToolResult {
      var result = ToolResult()
      var rows: [LaunchSimulation.Row] = []
      for file in files.isEmpty ? [nil] : files.map(Optional.some) {
        do throws(ToolFailure) {
          let graph = try graphs.graph(of: file)
          rows.append(try row(of: graph))
          if file == nil, graph.durations.isEmpty { result.errors.append(Self.untimed(graph)) }
        } catch {
          result.add(error)
        }
      }
      if !rows.isEmpty { result.output = format.lines(of: rows) }
      return result
    }

    private func row(of graph: PlannedGraph) throws(ToolFailure) -> LaunchSimulation.Row {
      try graph.sound { graph throws(LaunchError) in
        let plan = try graph.graph.plan(
          durations: graph.durations, workers: workers, policy: policy)
        return LaunchSimulation(plan, durations: graph.durations).row(named: graph.name)
      }
    }

    private static func untimed(_ graph: PlannedGraph) -> String {
      """
      \(graph.source): each task takes no time here. For real durations, give a launch report with \
      '--report'.
      """
    }
  }
}

extension ArgumentHelp {
  fileprivate static let graphs = ArgumentHelp(
    "Launch graphs, as JSON; - is standard input. By default, the app's.",
    valueName: "file")
}

extension LaunchPlan {
  /// Returns the tasks around one, found by its name or its module's name; nil if there is none.
  fileprivate func surroundings(of name: String, depth: Int) -> LaunchNeighborhood? {
    LaunchNeighborhood(
      of: name, depth: depth,
      in: tasks.map { task in
        let needs = task.dependencies.map { tasks[$0.position].owner.rawValue }
        return (task.name, task.owner.rawValue, needs)
      })
  }
}
