// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GantryProcess

/// Messages to a service manager, read by a peer in another language.
@Suite(.timeLimit(.minutes(5)))
struct ServiceManagerTests {
  private static let notifier = "/usr/bin/systemd-notify"

  @Test(arguments: [false, true])
  func `a service manager hears of readiness, a reload and the stop`(isAbstract: Bool) async throws
  {
    let manager = try await ManagerPeer(isAbstract: isAbstract)
    let fixture = try FixtureProcess("plain", environment: manager.environment)
    try await manager.process.line(containing: "READY=1 | STATUS=ready after ")
    await fixture.signal(SIGHUP)
    try await manager.process.line(containing: "RELOADING=1")
    let reload = try #require(await manager.process.output.last).split(separator: " ")
    #expect(reload.first.flatMap { pid_t($0) } == fixture.id)
    let said = try #require(
      reload.first { $0.hasPrefix("MONOTONIC_USEC=") }.flatMap { Int($0.dropFirst(15)) })
    let heard = try #require(Int(reload[1]))
    #expect(said <= heard && heard - said < 60_000_000)
    try await manager.process.line(
      containing: "READY=1 | STATUS=ready; the configuration was read again")
    await fixture.signal(SIGTERM)
    try await manager.process.line(
      containing: "STOPPING=1 | STATUS=stopping")
    try await manager.process.line(containing: "STATUS=stopped 3 modules")
    #expect(await fixture.end() == .status(0))
    #expect(await !manager.messages.contains { $0.contains("WATCHDOG") })
    await manager.end()
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: notifier)))
  func `systemd-notify sends messages in the same form`() async throws {
    let manager = try await ManagerPeer()
    let other = try FixtureProcess(
      program: Self.notifier, ["--ready", "--status=ready; the configuration was read again"],
      environment: manager.environment)
    #expect(await other.end() == .status(0))
    try await manager.process.line(containing: "READY=1")
    #expect(
      await manager.messages.last == "READY=1 | STATUS=ready; the configuration was read again")
    await manager.end()
  }

  @Test func `the status names the modules that a launch waits for`() async throws {
    let manager = try await ManagerPeer()
    let fixture = try FixtureProcess("slow-launch", environment: manager.environment)
    try await manager.process.line(containing: "Walls.build")
    let status = try #require(await manager.messages.last)
    #expect(status.contains(#/^STATUS=launching: \d+ of \d+ tasks? ended; /#), "\(status)")
    // Each second it asks for ten more.
    for _ in 1...2 { try await manager.process.line(containing: " EXTEND_TIMEOUT_USEC=10000000") }
    #expect(await !manager.messages.contains { $0.contains("0 of 0") })
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    try await manager.mark("MARK")
    try await manager.process.line(containing: "MARK")
    // The stop may take an hour in this program.
    let stop = try #require(await manager.messages.first { $0.contains("STOPPING=1") })
    let time = try #require(stop.firstMatch(of: #/ EXTEND_TIMEOUT_USEC=(\d+)$/#)?.1)
    #expect((3_590_000_000...3_602_000_000).contains(Int(time) ?? 0), "\(stop)")
    #expect(await !manager.messages.contains { $0.contains("READY=1") })
    await manager.end()
  }

  @Test func `the status names an unhealthy module, and its recovery`() async throws {
    let manager = try await ManagerPeer()
    let fixture = try FixtureProcess("sensor", environment: manager.environment)
    try await manager.process.line(containing: "READY=1 | STATUS=ready after ")
    try await fixture.write("fix://sensor/dirty")
    try await manager.process.line(containing: "STATUS=ready; Sensor is degraded: dust")
    try await fixture.write("fix://sensor/clean")
    try await manager.process.line(containing: "STATUS=ready")
    #expect(await manager.messages.last == "STATUS=ready")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    await manager.end()
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

  @Test func `the longest limits that can be written trap nowhere`() async throws {
    let manager = try await ManagerPeer()
    let fixture = try FixtureProcess("longest-limits", environment: manager.environment)
    try await manager.process.line(containing: "READY=1")
    await fixture.signal(SIGTERM)
    try await manager.process.line(containing: "STOPPING=1")
    #expect(await fixture.end() == .status(0))
    await manager.end()
  }

  @Test func `the manager hears of a drain, whose time is added to that of the stop`() async throws
  {
    let manager = try await ManagerPeer()
    let fixture = try FixtureProcess("draining", environment: manager.environment)
    try await manager.process.line(containing: "READY=1")
    await fixture.signal(SIGTERM)
    try await manager.process.line(containing: "STOPPING=1")
    let stop = try #require(await manager.messages.last)
    #expect(stop == "STOPPING=1 | STATUS=stopping | EXTEND_TIMEOUT_USEC=3661000000")
    await fixture.signal(SIGUSR2)
    #expect(await fixture.end() == .status(0))
    await manager.end()
  }

  @Test func `a failed launch says why in its status`() async throws {
    let manager = try await ManagerPeer()
    let fixture = try FixtureProcess("broken", environment: manager.environment)
    try await manager.process.line(
      containing: "STATUS=error: the launch was stopped, because Walls")
    #expect(await fixture.end() == .status(1))
    try await manager.mark("MARK")
    try await manager.process.line(containing: "MARK")
    let statuses = await manager.messages.filter { $0.contains("STATUS=") }
    #expect(statuses.last?.contains("STATUS=error") == true, "\(statuses)")
    await manager.end()
  }

  @Test func `the watchdog is fed only while the main actor answers`() async throws {
    let manager = try await ManagerPeer()
    let watched = manager.environment.merging(["WATCHDOG_USEC": "200000"]) { $1 }
    let fixture = try FixtureProcess("snare", environment: watched)
    for _ in 1...3 { try await manager.process.line(containing: "WATCHDOG=1") }
    try await fixture.write("fix://snare/main")
    try await fixture.line("Snare blocks main")
    // Ten pings would be due within the stop's time limit of two seconds.
    await fixture.signal(SIGTERM)
    try await manager.process.line(containing: "STOPPING=1")
    #expect(await fixture.end() == .status(70))
    try await manager.mark("MARK")
    let before = await manager.messages.count
    try await manager.process.line(containing: "MARK")
    let pings = await manager.messages.dropFirst(before).count { $0.contains("WATCHDOG") }
    #expect(pings <= 1, "one may have been on its way")
    #expect(
      await fixture.errorText().contains(
        "the main actor has not responded for 100.0 ms, and the service manager is not pinged"))
    await manager.end()
  }

  @Test(
    arguments: [
      (["WATCHDOG_USEC": "3000000"], Duration.milliseconds(1500)),
      (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "7"], .milliseconds(1500)),
      (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "8"], nil),
      (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "none"], nil),
      (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "soon"], nil), ([:], nil),
    ] as [([String: String], Duration?)])
  func `the manager is pinged at half its interval if it watches this process`(
    environment: [String: String], interval: Duration?
  ) {
    #expect(ServiceManager.pingInterval(environment, process: 7) == interval)
  }

  @Test(
    arguments: [
      ("/nowhere/at/all", "could not be reached: No such file or directory"),
      ("relative/path", "neither an absolute path nor '@' and a name"),
      ("/" + String(repeating: "a", count: 200), "it has more than 107 bytes"),
    ])
  func `a missing manager is reported once, and nothing waits for it`(
    address: String, reason: String
  ) async throws {
    let fixture = try FixtureProcess(
      "plain", environment: ["NOTIFY_SOCKET": address, "WATCHDOG_USEC": "20000"])
    try await fixture.line("ready")
    await fixture.signal(SIGTERM)
    #expect(await fixture.end() == .status(0))
    let lines = await fixture.errorText().split(separator: "\n")
    #expect(lines.count { $0.contains(address) } == 1)
    #expect(lines.contains { $0.contains(address) && $0.contains(reason) }, "\(lines)")
  }
}
