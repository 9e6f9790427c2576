// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Testing

@testable import GantryTool

@Suite struct StartupClockTests {
  @Test func `times are read by address, and other lines are ignored`() {
    let text = "1f0 1500\n2a 7\n1f0 500\nzz 1\n2a\n\n3 x\n"
    #expect(
      StartupClock.times(in: text) == [0x1f0: .nanoseconds(2000), 0x2a: .nanoseconds(7)])
  }

  @Test func `a function's description has its time, and its fingerprint doesn't`() {
    var hook = StartupFunction(symbol: "set_up", target: "Hooks", file: "hooks.c")
    hook.time = .microseconds(20_500)
    #expect(hook.timedDescription == "set_up from target Hooks, hooks.c, 20.5 ms")
    #expect(hook.fingerprint == "beforeMain: set_up of Hooks")
    #expect(hook.finding.fingerprint == hook.fingerprint)
    #expect(hook.finding.message.hasPrefix("set_up from target Hooks, hooks.c runs before main"))
  }

  #if os(Linux)
    /// A program with functions before `main`, one of which takes 30 ms.
    private func run(
      _ arguments: String, in app: AppFolder, functions: [String]
    ) async throws -> ToolFolder.End {
      let constructors = functions.map { "__attribute__((constructor)) static void \($0)(void)" }
      try app.write(
        """
        #include <time.h>
        #include <unistd.h>
        \(constructors.map { "\($0) {}" }.joined(separator: "\n"))
        __attribute__((constructor)) static void set_up(void) {
          struct timespec now, end;
          clock_gettime(CLOCK_MONOTONIC, &end);
          do clock_gettime(CLOCK_MONOTONIC, &now);
          while ((now.tv_sec - end.tv_sec) * 1000000000L + now.tv_nsec - end.tv_nsec < 30000000L);
        }
        int main(void) { return execlp("cat", "cat", "manifest.json", (char *)0); }
        """, to: "program.c")
      return try await app.tool.run(
        arguments, path: ToolFolder.toolchain, after: "clang program.c -o .build/debug/Shop")
    }

    @Test func `each function that runs before main is timed separately`() async throws {
      let app = try AppFolder([], manifest: AppManifest.of([]))
      let end = try await run("check --no-build --format json", in: app, functions: ["quick"])
      struct Report: Decodable {
        struct Function: Decodable {
          let function: String?
          let milliseconds: Double?
        }
        let beforeMain: [Function]
        let notChecked: [String]
      }
      let report = try JSONDecoder().decode(Report.self, from: Data(end.output.utf8))
      let times = Dictionary(
        uniqueKeysWithValues: report.beforeMain.map { ($0.function, $0.milliseconds) })
      #expect(try #require(times["set_up"] ?? nil) >= 30)
      #expect(try #require(times["quick"] ?? nil) < 30)
      #expect(report.notChecked.isEmpty)
      let text = try await run("check --no-build", in: app, functions: [])
      #expect(text.output.contains(/set_up from .*, 3\d\.\d ms\n/) || text.output.contains(" ms\n"))
    }

    @Test func `a baseline can accept functions that run before main`() async throws {
      let app = try AppFolder([], manifest: AppManifest.of([]))
      let baseline = "check --no-build --baseline accepted.json"
      let written = try await run("\(baseline) --write-baseline", in: app, functions: ["old"])
      #expect(written.status == 0)
      #expect(try app.tool.text(of: "accepted.json").contains("beforeMain: old of no known target"))
      let same = try await run(baseline, in: app, functions: ["old"])
      #expect(same.status == 0 && !same.output.contains("no longer found"))
      let other = try await run(baseline, in: app, functions: ["fresh"])
      #expect(other.status == 1)
      #expect(other.output.contains("beforeMain\n  fresh from "))
      #expect(!other.output.contains("  set_up from an unknown place runs"))
      #expect(
        other.output.contains(
          "no longer found:\n  beforeMain: old of no known target\n"))
      // An older baseline, which doesn't list such functions, accepts them all.
      try app.write(#"{"schemaVersion": 1, "accepted": []}"#, to: "accepted.json")
      #expect(try await run(baseline, in: app, functions: ["fresh"]).status == 0)
    }
  #endif
}
