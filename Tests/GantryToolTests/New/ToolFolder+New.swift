// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ToolFolder {
  /// The search path of the tests, with `Scripts/recorded-swift` first: a `swift` that runs each command of SwiftPM
  /// once.
  static let toolchain: String = {
    let own = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    do {
      try FileManager.default.createSymbolicLink(
        at: programs.appending(path: "swift"),
        withDestinationURL: root.appending(path: "Scripts/recorded-swift"))
      return "\(programs.path):\(own)"
    } catch {
      preconditionFailure("\(programs.path): \(error)")
    }
  }()

  /// The smallest package of an app.
  static let app = """
    // swift-tools-version: 6.3

    import PackageDescription

    let package = Package(
      name: "Shop",
      dependencies: [
        .package(url: "https://gantry.example/gantry.git", "0.3.0"..<"0.4.0")
      ],
      targets: [
        .executableTarget(name: "Shop", dependencies: []),
        .testTarget(name: "ShopTests", dependencies: ["Shop"]),
      ]
    )

    """

  /// The files and folders, with the contents of files; folders and links have none.
  func contents() throws -> [String: Data] {
    var found: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
      found[path] = (try? Data(contentsOf: url.appending(path: path))) ?? Data()
    }
    return found
  }

  /// The files in a folder, sorted.
  func files(in folder: String) throws -> [String] {
    let folder = url.appending(path: folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try paths.filter { path in
      let attributes = try FileManager.default.attributesOfItem(
        atPath: folder.appending(path: path).path)
      return attributes[.type] as? FileAttributeType != .typeDirectory
    }.sorted()
  }

  /// Writes a file and creates its parent folders.
  func put(_ text: String, at path: String, mode: Int = 0o644) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
  }

  /// Writes an app's package and other given files.
  func putApp(_ manifest: String = ToolFolder.app, files: [String] = []) throws {
    try put(manifest, at: "Shop/Package.swift")
    for file in files { try put("", at: "Shop/\(file)") }
  }

  /// Runs `gantry` with a `swift` that runs a script before one of SwiftPM's commands.
  func run(
    _ arguments: String, before command: String, doing script: String
  ) async throws -> End {
    let text = """
      #!/bin/sh
      PATH=${PATH#*:}
      case " $* " in *" \(command) "*) \(script) ;; esac
      exec swift "$@"
      """
    try Data(text.utf8).write(to: said.appending(path: "swift.sh"))
    // A shell writes it: if this process did, a child of another test might keep the file open for
    // writing, and then it couldn't be run.
    let programs = said.appending(path: "programs").path
    let setup = """
      mkdir '\(programs)' && cp '\(said.path)/swift.sh' '\(programs)/swift' \
        && chmod 755 '\(programs)/swift'
      """
    return try await run(arguments, path: "\(programs):\(Self.toolchain)", after: setup)
  }
}
