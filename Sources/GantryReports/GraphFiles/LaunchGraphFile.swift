// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import GantryLaunch
internal import GantryText

/// A launch graph with the durations of its tasks, read from a JSON file.
///
/// ```json
/// {"version": 2, "name": "example", "tasks": [
///   {"name": "t0", "durationMilliseconds": 12.5, "lane": "background", "stage": "beforeReady",
///    "requires": ["t1"], "wants": [], "after": [], "before": [], "priority": 0,
///    "owner": "t0", "role": "task"}]}
/// ```
///
/// A task needs only a name. The defaults are 0 ms, the background lane, before ready, no edges and
/// priority 0. The owner is the module that the task's name has before its first dot, and the role
/// is a task. A graph without a name is named after its file. Keys that resemble none of these are
/// ignored.
package struct LaunchGraphFile: Sendable, Hashable {
  /// The version of the format above.
  ///
  /// Version 1 can be read as well. There, `blocking` and `deferred` are the names of the first two
  /// stages. Priorities are around 500, and the lowest runs first.
  package static let formatVersion = 2

  /// The file that it comes from, as messages show it.
  package let file: String
  /// The name of the graph.
  package let name: String
  /// The tasks.
  package let nodes: [LaunchNode]
  /// The duration of each task, by name.
  package let durations: [String: Duration]

  /// The graph of the file; it may have faults.
  package var graph: LaunchGraph { LaunchGraph(nodes: nodes) }

  /// Reads a file.
  ///
  /// - Parameter path: The path of the file, which may be a pipe.
  /// - Throws: ``LaunchGraphFileError`` when the file cannot be read, is not JSON, or isn't a
  ///   graph.
  package init(path: String) throws(LaunchGraphFileError) {
    try self.init(file: path) { () throws(DiskFile.Failure) in try DiskFile.readToEnd(path) }
  }

  /// Reads standard input, which messages show as a dash.
  package static func standardInput() throws(LaunchGraphFileError) -> LaunchGraphFile {
    try LaunchGraphFile(file: "-", DiskFile.readStandardInput)
  }

  private init(
    file: String, _ read: () throws(DiskFile.Failure) -> Data
  ) throws(LaunchGraphFileError) {
    let data: Data
    do {
      data = try read()
    } catch {
      throw .unreadable(file: file, reason: error.reason)
    }
    try self.init([UInt8](data), file: file)
  }

  /// Reads the contents of a file.
  ///
  /// - Parameters:
  ///   - text: The contents.
  ///   - file: The name of the file in messages.
  /// - Throws: ``LaunchGraphFileError`` when the text is not JSON, or isn't a graph.
  package init(text: String, file: String) throws(LaunchGraphFileError) {
    try self.init(Array(text.utf8), file: file)
  }

  private init(_ bytes: [UInt8], file: String) throws(LaunchGraphFileError) {
    let root: JSONValue
    do {
      root = try JSONParser.parse(bytes)
    } catch {
      throw .malformed(
        file: file, line: error.position.line, column: error.position.column, reason: error.reason)
    }
    var reader = LaunchGraphReader(file: file)
    reader.read(root)
    guard reader.faults.isEmpty else { throw .invalid(file: file, faults: reader.faults) }
    self.file = file
    let plain = URL(filePath: file).deletingPathExtension().lastPathComponent
    name = reader.name ?? (file == "-" ? "stdin" : plain)
    nodes = reader.nodes
    durations = reader.durations
  }

  /// Plans the graph with its own durations, and simulates the plan.
  ///
  /// - Parameters:
  ///   - workers: The number of synchronous background tasks that run at a time, at least one.
  ///   - policy: The order in which tasks are started.
  /// - Returns: The simulated launch.
  /// - Throws: `LaunchError.faults(_:)` when the graph has faults.
  package func simulate(
    workers: Int, policy: LaunchPolicy = .ready
  ) throws(LaunchError) -> LaunchSimulation {
    LaunchSimulation(
      try graph.plan(durations: durations, workers: workers, policy: policy), durations: durations)
  }
}

/// The reason why a graph file could not be read; nothing in it is used.
package enum LaunchGraphFileError: Error, Sendable, Hashable {
  /// The file doesn't exist, or can't be accessed.
  case unreadable(file: String, reason: String)
  /// The contents are not JSON; line and column are counted from 1.
  case malformed(file: String, line: Int, column: Int, reason: String)
  /// The contents are not a graph; the value lists all mistakes.
  case invalid(file: String, faults: [Fault])
}

extension LaunchGraphFileError {
  /// A mistake in a graph file, and its position.
  package struct Fault: Sendable, Hashable {
    /// The line, counted from 1.
    package let line: Int
    /// The column, counted in bytes from 1.
    package let column: Int
    /// The keys that lead to it, such as `tasks[2].lane`; empty for the file as a whole.
    package let keyPath: String
    /// The kind of mistake.
    package let kind: Kind

    init(_ kind: Kind, at keyPath: String, _ position: JSONValue.Position) {
      line = position.line
      column = position.column
      self.keyPath = keyPath
      self.kind = kind
    }
  }
}

extension LaunchGraphFileError.Fault {
  /// The kinds of mistakes in a graph file.
  package enum Kind: Sendable, Hashable {
    /// A value that has the wrong type, is out of range, or is none of the known ones.
    case wrongValue(expected: String, found: String, near: [String])
    /// A required key that is missing.
    case missingKey(expected: String)
    /// A key that is probably a misspelling of another.
    case unknownKey(near: [String])
    /// A name that another task already has; `first` is that task's key path.
    case duplicate(String, first: String)
  }
}

extension LaunchGraphFileError: CustomStringConvertible {
  /// The mistakes, their positions, and how to fix them, one per line.
  package var description: String {
    switch self {
    case .unreadable(let file, let reason):
      "\(file): cannot be read: \(reason). Correct the path."
    case .malformed(let file, let line, let column, let reason):
      "\(file):\(line):\(column): not JSON: \(reason)."
    case .invalid(let file, let faults):
      faults.map { "\(file):\($0)" }.joined(separator: "\n")
    }
  }
}

extension LaunchGraphFileError.Fault: CustomStringConvertible {
  /// The line, column and key path, the mistake there, and how to fix it.
  package var description: String {
    "\(line):\(column): \(keyPath.isEmpty ? "" : "\(keyPath): ")\(kind.sentence)"
  }
}

extension LaunchGraphFileError.Fault.Kind {
  fileprivate var sentence: String {
    switch self {
    case .wrongValue(let expected, let found, let near):
      "expected \(expected), found \(found).\(Wording.near(near))"
    case .missingKey(let expected): "missing. Write \(expected)."
    case .unknownKey(let near): "unknown key.\(Wording.near(near))"
    case .duplicate(let name, let first): "\(name) is already at \(first). Rename or remove one."
    }
  }
}
