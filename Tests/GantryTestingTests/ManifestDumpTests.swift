// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Testing

@Suite struct ManifestDumpTests {
  @Test func `the manifest of the linked modules is written to a file`() throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "manifest-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try AppManifest.linked.write(to: file.path)
    let data = try Data(contentsOf: file)
    let read = try JSONDecoder().decode(AppManifest.self, from: data)
    #expect(try read.json() == AppManifest.linked.json())
  }

  @Test(arguments: ["app.json", "../app.json"])
  func `a relative path begins at the caller's file, whatever the working folder`(
    path: String
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())/Tests")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    try AppManifest.linked.write(to: path, beside: folder.appending(path: "AppTests.swift").path)
    let file = folder.appending(path: path).standardized
    #expect(FileManager.default.fileExists(atPath: file.path))
  }
}
