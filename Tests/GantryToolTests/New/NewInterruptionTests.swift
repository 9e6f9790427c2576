// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Sends real signals to the real process, in the middle of its work.
@Suite struct NewInterruptionTests {
  @Test(
    arguments: ["add-dependency", "add-target-dependency"],
    [("HUP", SIGHUP), ("INT", SIGINT), ("TERM", SIGTERM)])
  func `a signal undoes everything and ends the tool with that signal`(
    command: String, signal: (name: String, number: Int32)
  ) async throws {
    let folder = try ToolFolder()
    try folder.putApp()
    let before = try folder.contents()
    let end = try await folder.run(
      "new module Tea --into Shop", before: command,
      doing: "ls -d '\(folder.url.path)'/Shop/.gantry-new-*/tree/Modules/Tea/Package.swift >&2 "
        + "|| exit 9; kill -\(signal.name) $PPID")
    #expect(end == ToolFolder.End(status: -signal.number))
    #expect(try folder.contents() == before)
  }

  @Test func `a signal before anything is written ends the tool`() async throws {
    let folder = try ToolFolder()
    try folder.putApp()
    let before = try folder.contents()
    let end = try await folder.run(
      "new module Tea --into Shop", before: "dump-package",
      doing: "kill -TERM $PPID")
    #expect(end == ToolFolder.End(status: -SIGTERM))
    #expect(try folder.contents() == before)
  }

  @Test func `SIGKILL leaves the app unchanged`() async throws {
    let folder = try ToolFolder()
    try folder.putApp()
    let end = try await folder.run(
      "new module Tea --into Shop", before: "add-target-dependency",
      doing: "kill -KILL $PPID")
    #expect(end == ToolFolder.End(status: -SIGKILL))
    #expect(try folder.text(of: "Shop/Package.swift") == ToolFolder.app)
    let shop = folder.url.appending(path: "Shop").path
    let left = try FileManager.default.contentsOfDirectory(atPath: shop)
    #expect(!left.contains("Modules"))
    #expect(left.count { $0.hasPrefix(".gantry-new-") } == 1)
    // One belongs to a live process, and the owner of the other is unknown.
    let others = [".gantry-new-\(getpid())-A", ".gantry-new-mine"]
    for other in others { try folder.put("mine", at: "Shop/\(other)/file") }
    #expect(
      try await folder.run("new module Tea --into Shop", path: ToolFolder.toolchain).status == 0)
    let top = try FileManager.default.contentsOfDirectory(atPath: shop)
    #expect(top.sorted() == others.sorted() + ["Modules", "Package.swift"])
  }
}
