// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

/// A package in a folder, as far as its files tell: to have SwiftPM evaluate its manifest would take
/// a second for each package.
struct LocalPackage {
  let folder: URL
  /// The names of targets in its manifest, and the folders that SwiftPM takes for some.
  let targets: [String]
  /// The packages in folders that its manifest writes.
  let dependencies: [URL]

  init(at folder: URL) {
    self.folder = folder
    let manifest = folder.appending(path: "Package.swift")
    let mask = SwiftMask((try? String(contentsOf: manifest, encoding: .utf8)) ?? "")
    // Comments and literals are blank in the mask, so quoted text is only in the original.
    let code = String(decoding: mask.code, as: UTF8.self)
    func literals(_ pattern: Regex<(Substring, Substring)>) -> [String] {
      code.matches(of: pattern).map { match in
        let start = code.utf8.distance(from: code.startIndex, to: match.output.1.startIndex)
        let end = code.utf8.distance(from: code.startIndex, to: match.output.1.endIndex)
        return String(decoding: mask.text[start..<end], as: UTF8.self)
      }
    }
    let written = literals(
      /\.(?:target|executableTarget|testTarget|macro|plugin|systemLibrary|binaryTarget)\s*\(\s*name:\s*"( *)"/
    )
    let folders = ["Sources", "Tests"].flatMap { name in
      let path = folder.appending(path: name).path
      return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
    targets = written + folders.filter { !written.contains($0) }
    dependencies = literals(/\.package\s*\([^()]*?path:\s*"( *)"/).map { path in
      URL(filePath: path, directoryHint: .isDirectory, relativeTo: folder).standardizedFileURL
    }
  }

  /// A package with those that it depends on, and so on, each once.
  static func all(from folders: [URL]) -> [LocalPackage] {
    var found: [LocalPackage] = []
    var waiting = folders.map(NewPlace.resolved)
    while let folder = waiting.popLast() {
      guard !found.contains(where: { $0.folder.path == folder.path }) else { continue }
      let package = LocalPackage(at: folder)
      found.append(package)
      // Gantry's names are reserved.
      waiting += package.dependencies.map(NewPlace.resolved).filter {
        !FileManager.default.fileExists(atPath: $0.appending(path: "Sources/Gantry").path)
      }
    }
    return found.sorted { $0.folder.path < $1.folder.path }
  }
}
