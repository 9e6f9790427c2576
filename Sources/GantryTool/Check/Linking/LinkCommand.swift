// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

/// How a program was linked: the arguments that the build keeps for it.
struct LinkCommand {
  /// The static archives among them, as paths.
  let archives: [String]

  /// Looks for the link of a program in the build's own list of commands; nil without one.
  init?(of program: URL) {
    let folder = program.deletingLastPathComponent()
    let list = folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "\(folder.lastPathComponent).yaml")
    guard let data = try? Data(contentsOf: list, options: .alwaysMapped),
      let found = data.range(of: Data("\"-o\",\"\(program.path)\"".utf8)),
      let start = data[..<found.lowerBound].lastIndex(of: UInt8(ascii: "\n")),
      let bracket = data[start...].firstIndex(of: UInt8(ascii: "["))
    else { return nil }
    let line = data[bracket...].prefix { $0 != UInt8(ascii: "\n") }
    guard let arguments = try? JSONDecoder().decode([String].self, from: line) else { return nil }
    self.init(arguments)
  }

  /// Takes the archives from the arguments of a linker, or of a compiler that calls it.
  init(_ arguments: [String]) {
    let words = arguments.filter { $0 != "-Xlinker" }
    var folders: [String] = []
    for (index, word) in words.enumerated() where word.hasPrefix("-L") {
      folders.append(
        word == "-L" ? words.dropFirst(index + 1).first ?? "" : String(word.dropFirst(2)))
    }
    let files = FileManager.default
    archives = words.compactMap { word in
      if word.hasSuffix(".a"), !word.hasPrefix("-") { return word }
      guard word.hasPrefix("-l") else { return nil }
      let name = "lib\(word.dropFirst(2))"
      // The linker takes a shared library before an archive of the same folder.
      for folder in folders {
        if files.fileExists(atPath: "\(folder)/\(name).so") { return nil }
        if files.fileExists(atPath: "\(folder)/\(name).a") { return "\(folder)/\(name).a" }
      }
      return nil
    }
  }
}
