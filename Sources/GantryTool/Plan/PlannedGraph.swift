// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
internal import Foundation
internal import Gantry
public import GantryLaunch
internal import GantryReports

/// A launch graph from a file or an app, with the durations of its tasks.
struct PlannedGraph {
  /// The file or app, for messages.
  let source: String
  /// The name of the graph.
  let name: String
  /// The graph, which may have faults.
  let graph: LaunchGraph
  /// The duration of each task, by name; other tasks take no time.
  let durations: [String: Duration]
  /// The app's findings about itself; nil for a file, which is only a graph.
  private let findings: AppManifest.Findings?

  /// The faults, one paragraph each. Those of an app include faults that its graph doesn't show.
  var faults: [String] {
    let texts =
      findings.map { LaunchFault.texts(of: $0.faults) { $0.kind == "cycle" } }
      ?? LaunchFault.texts(of: graph.check())
    return texts.map { "\(source): \($0)" }
  }

  /// Reads the graph from a file, or from standard input if the path is a dash.
  init(_ path: String) throws(ToolFailure) {
    do {
      let file = try path == "-" ? .standardInput() : LaunchGraphFile(path: path)
      (source, name, graph, durations) = (path, file.name, file.graph, file.durations)
      findings = nil
    } catch {
      throw ToolFailure(error)
    }
  }

  /// Takes the graph that an app has built.
  ///
  /// - Parameters:
  ///   - source: The manifest of the app.
  ///   - report: A report of the app's launch, for the durations of its tasks.
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

/// The graphs that a command works on: those of files, or that of an app.
struct GraphOptions: ParsableArguments {
  @OptionGroup var app: AppOptions

  /// Refuses an app together with files.
  func validate(beside files: [String]) throws {
    guard files.isEmpty || !app.isNamed else {
      throw ValidationError("Give launch graphs or an app, not both.")
    }
  }

  /// Returns the graph of a file, or that of the app if there is no file.
  func graph(
    of file: String?, timedBy report: LaunchReport? = nil
  ) throws(ToolFailure) -> PlannedGraph {
    if let file { return try PlannedGraph(file) }
    return PlannedGraph(try app.source(), timedBy: report)
  }
}

/// The graphs that a command works on, with the durations of their tasks.
struct TimedGraphOptions: ParsableArguments {
  @OptionGroup var graphs: GraphOptions

  @Option(
    help: ArgumentHelp(
      "A launch report of the app, as JSON, for the durations of its tasks.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var report: String?

  /// Refuses an app or its report together with files.
  func validate(beside files: [String]) throws {
    try graphs.validate(beside: files)
    guard files.isEmpty || report == nil else {
      throw ValidationError("'--report' goes with an app: a launch graph has its own durations.")
    }
  }

  /// Returns the graph of a file, or the app's graph with the durations of the report.
  func graph(of file: String?) throws(ToolFailure) -> PlannedGraph {
    var launch: LaunchReport?
    if let report { launch = try ReportFile.read(report) }
    return try graphs.graph(of: file, timedBy: launch)
  }
}

/// The format of a simulation's rows.
enum RowFormat: String, CaseIterable, ExpressibleByArgument {
  /// A table for people.
  case text
  /// One JSON object a line.
  case json

  /// Returns the lines of rows.
  ///
  /// - Parameter rows: The rows of one call, all with the same policy and number of workers.
  func lines(of rows: [LaunchSimulation.Row]) -> [String] {
    switch self {
    case .text: [LaunchSimulation.Table(rows).text]
    case .json: rows.map(\.json)
    }
  }
}

/// The formats of a launch graph.
enum DrawingFormat: String, CaseIterable, ExpressibleByArgument {
  /// A picture.
  case svg
  /// The graph, for tools that draw and measure graphs.
  case dot
  /// A self-contained page.
  case html

  /// Returns the drawing of a plan.
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
