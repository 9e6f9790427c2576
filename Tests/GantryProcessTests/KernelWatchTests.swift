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

/// This machine's kernel reports memory pressure and clock changes.
@Suite(.timeLimit(.minutes(5)))
struct KernelWatchTests {
  private static let memoryGroups = "/sys/fs/cgroup/memory"

  /// Whether a process group's memory can be limited here, so that it has to wait for memory.
  private static let canStall =
    getuid() == 0 && access("/proc/pressure/memory", W_OK) == 0
    && access("\(memoryGroups)/memory.limit_in_bytes", F_OK) == 0

  /// Whether this process may set the clock.
  private static let canSetClock: Bool = {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
    let mask = line.flatMap {
      UInt64($0.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16)
    }
    return (mask ?? 0) & (1 << 25) != 0
  }()

  private static func python(_ script: String, _ arguments: [String] = []) throws -> FixtureProcess
  {
    try FixtureProcess(program: "/usr/bin/env", ["python3", "-c", script] + arguments)
  }

  @Test(.enabled(if: canStall))
  func `a stall that the kernel reports is memory pressure`() async throws {
    // Any lost time at all, instead of a fifth of a second.
    let trigger = Data("some 1 2000000".utf8).base64EncodedString()
    let fixture = try FixtureProcess(
      "sensor",
      environment: [
        "MEMORY_PRESSURE_WATCH": "/proc/pressure/memory", "MEMORY_PRESSURE_WRITE": trigger,
      ])
    try await fixture.line("ready")
    let stall = try Self.python(
      """
      import os, sys, tempfile
      group = sys.argv[1]
      os.mkdir(group)
      open(group + '/memory.limit_in_bytes', 'w').write(str(12 << 20))
      child = os.fork()
      if child == 0:
        open(group + '/cgroup.procs', 'w').write(str(os.getpid()))
        with tempfile.TemporaryFile() as file:
          for _ in range(64): file.write(b'x' * (1 << 20))
          for _ in range(3):
            file.flush(); os.fsync(file.fileno()); file.seek(0)
            while file.read(1 << 20): pass
        os._exit(0)
      os.waitpid(child, 0)
      os.rmdir(group)
      """, ["\(Self.memoryGroups)/gantry-\(UUID().uuidString)"])
    try await fixture.line(beginning: "memory ")
    #expect(await ["memory warning", "memory critical"].contains(fixture.output.last))
    #expect(await stall.end() == .status(0))
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
  }

  @Test func `a manager can report memory pressure through a pipe`() async throws {
    let pipe = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    #expect(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    let fixture = try FixtureProcess("sensor", environment: ["MEMORY_PRESSURE_WATCH": pipe])
    try await fixture.line("ready")
    let writer = try Self.python("import sys; open(sys.argv[1], 'w').write('scarce')", [pipe])
    try await fixture.line("memory warning")
    #expect(await writer.end() == .status(0))
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
  }

  @Test(.enabled(if: canSetClock))
  func `each setting of the clock is reported as a time change`() async throws {
    let fixture = try FixtureProcess("sensor")
    try await fixture.line("ready")
    for _ in 1...2 {
      // To its current value, less the time that this takes.
      let setter = try Self.python(
        "import time; c = time.CLOCK_REALTIME; time.clock_settime_ns(c, time.clock_gettime_ns(c))")
      #expect(await setter.end() == .status(0))
      try await fixture.line("the clock was set")
    }
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
  }

  #if os(Linux)
    @Test func `a child program inherits no descriptors`() async throws {
      let manager = try await ManagerPeer()
      let fixture = try FixtureProcess(
        "sensor", environment: manager.environment.merging(["WATCHDOG_USEC": "100000"]) { $1 })
      try await fixture.line(beginning: "started with")
      let inherited = await Set(fixture.output.last?.split(separator: " ").map(String.init) ?? [])
      try await manager.process.line(containing: "READY=1")
      for _ in 1...3 { try await manager.process.line(containing: "WATCHDOG=1") }
      let folder = "/proc/\(fixture.id)/fdinfo"
      let descriptors = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(descriptors.count > 5)
      for descriptor in descriptors where !inherited.contains(descriptor) {
        // A descriptor that is open only for a message may be gone.
        guard let info = try? String(contentsOfFile: "\(folder)/\(descriptor)", encoding: .utf8),
          let flags = info.split(separator: "\n").first(where: { $0.hasPrefix("flags:") })
        else { continue }
        let bits = Int(flags.dropFirst(6).trimmingCharacters(in: .whitespaces), radix: 8) ?? 0
        #expect(bits & Int(O_CLOEXEC) != 0, "descriptor \(descriptor): \(info)")
      }
      await fixture.signal(SIGTERM)
      #expect(await fixture.end() == .status(0))
      await manager.end()
    }
  #endif
}
