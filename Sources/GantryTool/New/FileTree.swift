// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

/// Files that are to be written, by their path inside one folder.
struct FileTree: Equatable {
  /// One file.
  struct File: Equatable {
    let data: Data
    /// Whether it may be run.
    let isExecutable: Bool
  }

  private(set) var files: [String: File] = [:]
  /// The paths without letter case.
  private var folded: Set<String> = []

  var isEmpty: Bool { files.isEmpty }

  /// The paths, sorted.
  var paths: [String] { files.keys.sorted() }

  /// Whether there is a file in a folder.
  func hasFiles(in folder: String) -> Bool { files.keys.contains { $0.hasPrefix("\(folder)/") } }

  /// Adds a file; false when another has its path, in any letter case.
  mutating func add(_ file: File, at path: String) -> Bool {
    guard folded.insert(path.lowercased()).inserted else { return false }
    files[path] = file
    return true
  }

  /// The tree as lines.
  func drawing(under root: String) -> [String] {
    [root] + Self.lines(of: paths.map { $0.split(separator: "/")[...] }, indent: "")
  }

  private static func lines(of paths: [ArraySlice<Substring>], indent: String) -> [String] {
    var names: [Substring] = []
    for path in paths {
      if let name = path.first, names.last != name { names.append(name) }
    }
    return names.enumerated().flatMap { index, name in
      let isLast = index == names.count - 1
      let below = paths.filter { $0.first == name && $0.count > 1 }.map { $0.dropFirst() }
      return ["\(indent)\(isLast ? "└─ " : "├─ ")\(name)"]
        + lines(of: below, indent: indent + (isLast ? "   " : "│  "))
    }
  }
}
