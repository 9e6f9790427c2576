// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation
internal import GantrySupport

/// The app whose launches a command is about.
struct FleetApp: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The app, if there are rows of several: the name that it gives to its rows.",
      valueName: "app"))
  var app: String?
}

/// The rows of launches that a command reads, and the program that reads them.
struct FleetFiles: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Rows of launches: files (.ndjson, .jsonl, also with .gz, or .parquet), folders, patterns.",
      valueName: "files"),
    completion: .file(extensions: ["ndjson", "jsonl", "gz", "parquet"]))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "The document of a plan, from `gantry plan --document`; repeat it for other plans.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var plan: [String] = []

  @Option(help: ArgumentHelp("The program duckdb, if it isn't in PATH.", valueName: "program"))
  var duckdb = "duckdb"

  /// The endings of files that have rows.
  private static let endings = [".ndjson", ".jsonl", ".ndjson.gz", ".jsonl.gz", ".parquet"]

  /// Returns the files as patterns of DuckDB, those with JSON and those with Parquet.
  ///
  /// - Throws: The files that aren't there or have another ending.
  func patterns() throws(ToolFailure) -> (json: [String], parquet: [String]) {
    var found: [String] = []
    for file in files {
      var isFolder: ObjCBool = false
      if !FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) {
        guard file.contains(where: "*?[".contains) else {
          throw ToolFailure("\(file): there is no such file.", .noInput)
        }
        found.append(file)
      } else if isFolder.boolValue {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: file)) ?? []
        let rows = names.sorted().filter { name in Self.endings.contains(where: name.hasSuffix) }
        guard !rows.isEmpty else {
          throw ToolFailure(
            "\(file): has no rows of launches: no \(Wording.list(Self.endings, "or")) file.",
            .noInput)
        }
        found += rows.map { Self.literal("\(file)/\($0)") }
      } else {
        found.append(Self.literal(file))
      }
    }
    if let other = found.first(where: { name in !Self.endings.contains(where: name.hasSuffix) }) {
      throw ToolFailure(
        "\(other): rows are in files with the ending \(Wording.list(Self.endings, "or")).", .misuse)
    }
    return (found.filter { !$0.hasSuffix(".parquet") }, found.filter { $0.hasSuffix(".parquet") })
  }

  /// Whether the program duckdb can be run.
  var hasDatabase: Bool {
    (try? ChildProgram(program: duckdb, arguments: ["--version"]).run()) != nil
  }

  /// The bytes of all files; nil if a pattern may name any number of them.
  var bytes: Int? {
    guard let paths = try? patterns() else { return nil }
    var sum = 0
    for pattern in paths.json + paths.parquet {
      let path = Self.path(pattern)
      let file = try? FileManager.default.attributesOfItem(atPath: path)
      guard let size = (file?[.size] as? NSNumber)?.intValue else { return nil }
      sum += size
    }
    return sum
  }

  /// Returns the pattern that matches only the file itself.
  private static func literal(_ path: String) -> String {
    path.reduce(into: "") { $0 += "*?[".contains($1) ? "[\($1)]" : String($1) }
  }

  /// Returns the path that a literal pattern matches.
  private static func path(_ pattern: String) -> String {
    ["*", "?", "["].reduce(pattern) { $0.replacing("[\($1)]", with: $1) }
  }
}
