// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
internal import Foundation
internal import Gantry
public import GantryLaunch
internal import GantryReports

/// A launch graph with the durations of its tasks: of a file, or of an app.
struct PlannedGraph {
  /// The file or the app, as messages show it.
  let source: String
  /// The name of the graph.
  let name: String
  /// The graph; it may have faults.
  let graph: LaunchGraph
  /// How long each task takes, by name; a task that is missing takes no time.
  let durations: [String: Duration]
  /// The findings of the app on itself; nil for a file, which is only a graph.
  private let findings: AppManifest.Findings?

  /// Everything that is wrong, a paragraph for each: of an app, also what its graph does not show.
  var faults: [String] {
    let texts =
      findings.map { LaunchFault.texts(of: $0.faults) { $0.kind == "cycle" } }
      ?? LaunchFault.texts(of: graph.check())
    return texts.map { "\(source): \($0)" }
  }

  /// Reads the graph of a file, or of standard input where that is a dash.
  init(_ path: String) throws(ToolFailure) {
    do {
      let file = try path == "-" ? .standardInput() : LaunchGraphFile(path: path)
      (source, name, graph, durations) = (path, file.name, file.graph, file.durations)
      findings = nil
    } catch {
      throw ToolFailure(error)
    }
  }

  /// Takes the graph that an app has assembled.
  ///
  /// - Parameters:
  ///   - source: The manifest of the app.
  ///   - report: A launch of the app, for the durations of its tasks.
  init(_ source: ManifestSource, timedBy report: LaunchReport?) {
    self.source = source.name
    name =
      switch source.origin {
      case .file(let path): URL(filePath: path).deletingPathExtension().lastPathComponent
      case .program(let app): app.product
      }
    graph = source.manifest.graph.launch
    findings = source.manifest.findings
    let times = (report?.tasks ?? []).compactMap { task in task.duration.map { (task.name, $0) } }
    durations = Dictionary(times, uniquingKeysWith: { first, _ in first })
  }

  /// Runs code that needs a graph without faults.
  func sound<Value>(
    _ body: (Self) throws(LaunchError) -> Value
  ) throws(ToolFailure) -> Value {
    do {
      return try body(self)
    } catch {
      if case .faults = error { throw ToolFailure(faults.joined(separator: "\n"), .faults) }
      throw ToolFailure("\(source): \(error)", .faults)
    }
  }
}

/// Which graphs a command looks at: those of files, or the one of an app.
struct GraphOptions: ParsableArguments {
  @OptionGroup var app: AppOptions

  /// Refuses an app beside files.
  func validate(beside files: [String]) throws {
    guard files.isEmpty || !app.isNamed else {
      throw ValidationError("Give launch graphs or an app, not both.")
    }
  }

  /// The graph of a file; without one, that of the app.
  func graph(
    of file: String?, timedBy report: LaunchReport? = nil
  ) throws(ToolFailure) -> PlannedGraph {
    if let file { return try PlannedGraph(file) }
    return PlannedGraph(try app.source(), timedBy: report)
  }
}

/// Which graphs a command looks at, where it needs to know how long their tasks take.
struct TimedGraphOptions: ParsableArguments {
  @OptionGroup var graphs: GraphOptions

  @Option(
    help: ArgumentHelp(
      "The report of a launch of the app, as JSON: its tasks take as long as in that.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var report: String?

  /// Refuses an app, or its report, beside files.
  func validate(beside files: [String]) throws {
    try graphs.validate(beside: files)
    guard files.isEmpty || report == nil else {
      throw ValidationError("'--report' goes with an app: a launch graph has its own durations.")
    }
  }

  /// The graph of a file; without one, that of the app with the durations of the report.
  func graph(of file: String?) throws(ToolFailure) -> PlannedGraph {
    var launch: LaunchReport?
    if let report { launch = try ReportFile.read(report) }
    return try graphs.graph(of: file, timedBy: launch)
  }
}

/// How the rows of a simulation are written.
enum RowFormat: String, CaseIterable, ExpressibleByArgument {
  /// A table for people.
  case text
  /// A JSON object a line.
  case json

  /// Writes rows.
  ///
  /// - Parameter rows: The rows of one call: all of the same policy and number of workers.
  func lines(of rows: [LaunchSimulation.Row]) -> [String] {
    switch self {
    case .text: [LaunchSimulation.Table(rows).text]
    case .json: rows.map(\.json)
    }
  }
}

/// The formats in which a launch graph is drawn.
enum DrawingFormat: String, CaseIterable, ExpressibleByArgument {
  /// A picture.
  case svg
  /// The graph, for tools that draw and measure graphs.
  case dot
  /// A self-contained page.
  case html

  /// Draws the plan of a graph.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - name: The title of the drawing.
  func drawing(of plan: LaunchPlan, named name: String) -> String {
    switch self {
    case .svg: plan.svg()
    case .dot: plan.dot(name: name)
    case .html: plan.html(title: name)
    }
  }
}

extension LaunchPolicy: ExpressibleByArgument {}
