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
/// Of a task all but the name may be left out: 0 ms, background, before ready, no edges, 0, a task of
/// the module that its name has up to the first dot. A file without a name is called as the file. Keys that resemble none of these are passed over.
package struct LaunchGraphFile: Sendable, Hashable {
  /// The version of the format, as above.
  ///
  /// Version 1 is read, too: there `blocking` and `deferred` are the names of the first two stages,
  /// and of priorities, around 500, the lowest goes first.
  package static let formatVersion = 2

  /// The file it comes from, as messages show it.
  package let file: String
  /// The name of the graph.
  package let name: String
  /// The tasks.
  package let nodes: [LaunchNode]
  /// How long each task takes, by name.
  package let durations: [String: Duration]

  /// The graph of the file; it may have faults.
  package var graph: LaunchGraph { LaunchGraph(nodes: nodes) }

  /// Reads a file.
  ///
  /// - Parameter path: The path of the file, which may be a pipe.
  /// - Throws: ``LaunchGraphFileError`` when the file cannot be read, is not JSON, or isn't a graph.
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

  /// Plans the graph from its own durations, and carries the plan out on paper.
  ///
  /// - Parameters:
  ///   - workers: How many synchronous background tasks run at a time; at least one is assumed.
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

/// Why a graph file could not be read; nothing of it is used.
package enum LaunchGraphFileError: Error, Sendable, Hashable {
  /// There is no such file, or no access to it.
  case unreadable(file: String, reason: String)
  /// The contents are not JSON; line and column count from 1.
  case malformed(file: String, line: Int, column: Int, reason: String)
  /// The contents are not those of a graph: everything that is wrong with them.
  case invalid(file: String, faults: [Fault])
}

extension LaunchGraphFileError {
  /// One thing that is wrong in a graph file, and where.
  package struct Fault: Sendable, Hashable {
    /// The line, counted from 1.
    package let line: Int
    /// The column, counted in bytes from 1.
    package let column: Int
    /// The keys that lead to it, for example `tasks[2].lane`; empty for the file as a whole.
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
    /// A value of another type, out of range, or not one of those there are.
    case wrongValue(expected: String, found: String, near: [String])
    /// A key that has to be there.
    case missingKey(expected: String)
    /// A key that was probably meant to be another one.
    case unknownKey(near: [String])
    /// A name that another task has, too; `first` is the key path of that one.
    case duplicate(String, first: String)
  }
}

extension LaunchGraphFileError: CustomStringConvertible {
  /// The faults, their places, and how to fix them; a line each.
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
  /// Line, column and key path, the fault there, and how to fix it.
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
