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
    arguments: ["dump-package", "add-dependency", "add-target-dependency"],
    [("HUP", SIGHUP), ("INT", SIGINT), ("TERM", SIGTERM), ("KILL", SIGKILL)])
  func `a signal ends the tool, and the app is unchanged`(
    command: String, signal: (name: String, number: Int32)
  ) async throws {
    let folder = try ToolFolder()
    try folder.putApp()
    let before = try folder.contents()
    let end = try await folder.run(
      "new module Tea --into Shop", before: command, doing: "kill -\(signal.name) $PPID")
    #expect(end == ToolFolder.End(status: -signal.number))
    #expect(try folder.contents() == before)
  }
}
