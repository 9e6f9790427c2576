// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The command-line tool, as it was built beside the tests.
@Suite struct ToolUses {
  @Test
  func `S14: a script that creates a module from a template, with a runnable demo app`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "use-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let tool = try #require(CommandLine.arguments.first.map { URL(filePath: $0) })
      .deletingLastPathComponent().appending(path: "gantry")
    let process = Process()
    process.executableURL = tool
    process.arguments = ["new", "module", "Tea", "--full"]
    process.currentDirectoryURL = folder
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    for path in ["Package.swift", "Sources/Tea/TeaModule.swift", "Sources/TeaDemo"] {
      let file = folder.appending(path: "Tea/\(path)").path
      #expect(FileManager.default.fileExists(atPath: file), "\(path) is missing")
    }
  }
}
