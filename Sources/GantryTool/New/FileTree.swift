// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Files to write, by their path in one folder.
struct FileTree: Equatable {
  /// One file.
  struct File: Equatable {
    let data: Data
    /// Whether the file is executable.
    let isExecutable: Bool
  }

  private(set) var files: [String: File] = [:]
  /// What is probably a mistake in the templates, a line each.
  private(set) var warnings: [String] = []
  /// The paths in lowercase letters.
  private var folded: Set<String> = []

  var isEmpty: Bool { files.isEmpty }

  /// The paths, sorted.
  var paths: [String] { files.keys.sorted() }

  /// Returns whether a folder has any files.
  func hasFiles(in folder: String) -> Bool { files.keys.contains { $0.hasPrefix("\(folder)/") } }

  /// Adds a file; returns false if another one has the same path, ignoring letter case.
  mutating func add(_ file: File, at path: String) -> Bool {
    guard folded.insert(path.lowercased()).inserted else { return false }
    files[path] = file
    return true
  }

  mutating func warn(_ warning: String) { warnings.append("warning: \(warning)") }

  /// Replaces the data of a file.
  mutating func replace(_ path: String, with data: Data) {
    guard let file = files[path] else { return }
    files[path] = File(data: data, isExecutable: file.isExecutable)
  }

  /// Writes the files to a hidden folder beside the new one, and renames it, so that the new folder
  /// has all files or doesn't exist.
  ///
  /// - Throws: The reason why it can't. Nothing is left behind, unless the process is killed, which
  ///   can leave the hidden folder.
  func write(to destination: NewFolder) throws(ToolFailure) {
    let parent = destination.folder.deletingLastPathComponent()
    let hidden = parent.appending(path: ".gantry-new-\(UUID().uuidString.prefix(8))")
    defer { try? FileManager.default.removeItem(at: hidden) }
    do {
      for (path, file) in files {
        let url = hidden.appending(path: path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try file.data.write(to: url)
        if file.isExecutable { try Self.makeExecutable(url) }
      }
      try FileManager.default.moveItem(at: hidden, to: destination.folder)
    } catch CocoaError.fileWriteFileExists {
      throw ToolFailure("\(destination.path) has just appeared. Nothing was written.", .cannotWrite)
    } catch {
      throw OutputFile.failure(destination.path, error)
    }
  }

  private static func makeExecutable(_ url: URL) throws {
    let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions]
    guard let mode = mode as? NSNumber else { return }
    // Every user who may read the file may run it.
    let number = mode.intValue | (mode.intValue & 0o444) >> 2
    try FileManager.default.setAttributes([.posixPermissions: number], ofItemAtPath: url.path)
  }

  /// Returns the tree as lines.
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
