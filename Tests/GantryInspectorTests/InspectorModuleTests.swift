// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryInspector
import GantrySupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct InspectorModuleTests {
  @Test func `safe mode never leaves the inspector out`() {
    #expect(InspectorModule.manifest.options.observesOnly)
  }

  /// Work that fails once it is told to, and then runs again.
  @Module
  final class FragileModule: Sendable {
    struct Torn: Error, CustomStringConvertible { let description = "the line is torn" }
    static let failures = Mutex<[AsyncStream<Void>.Continuation]>([])

    @Run(.onFailure, retry: .immediately(5)) func serve() async throws {
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      Self.failures.withLock { $0.append(continuation) }
      for await _ in stream { throw Torn() }
    }

    /// Lets the current work fail.
    static func fail() async {
      while true {
        if let current = failures.withLock({ $0.popLast() }) {
          current.yield()
          return
        }
        await Task.yield()
      }
    }
  }

  @Module final class CalmModule {}

  #if DEBUG
    private static let isDebugBuild = true
  #else
    private static let isDebugBuild = false
  #endif

  @Test(arguments: [(nil, isDebugBuild), (true, true), (false, false)] as [(Bool?, Bool)])
  func `it is on in a debug build, and off in a release build, unless the configuration says so`(
    setting: Bool?, isOn: Bool
  ) async throws {
    let app = try await Inspected([], isOn: setting)
    let state = app.application.explain("Inspector").state
    #expect((state == .launched(.good)) == isOn)
    #expect(FileManager.default.fileExists(atPath: app.folder) == isOn)
    await app.stop()
  }

  @Test func `an app whose folder isn't safe is ready, and says so`() async throws {
    let app = try await Inspected(
      [], values: ["Inspector.folder": "/tmp"])
    #expect(app.application.health.isReady)
    let reason = app.application.health["Inspector"]?.reason
    #expect(reason?.contains("/tmp can't be the place of the socket") == true)
    await app.stop()
  }

  @Test func `a stop removes the socket and ends connections, whatever they do`() async throws {
    let app = try await Inspected([CalmModule.self])
    let path = try app.path
    let lines = (0..<20).compactMap { _ in try? Line(path) }
    for line in lines { line.send(Data("{".utf8)) }
    let report = await app.application.stop()
    #expect(report.modules.allSatisfy { $0.failure == nil })
    #expect(!FileManager.default.fileExists(atPath: path))
    for line in lines { #expect(await line.next() == nil) }
    await app.stop()
  }

  @Test func `an application that is dropped goes away with its socket`() async throws {
    var app: Inspected? = try await Inspected([CalmModule.self])
    let path = try #require(try app?.path)
    let line = try Line(path)
    _ = try await line.ask(InspectorRequest(.state))
    weak let application = app?.application
    app = nil
    // The socket is removed by the last part of the application that goes away.
    while FileManager.default.fileExists(atPath: path) { await Task.yield() }
    #expect(application == nil)
    try? FileManager.default.removeItem(atPath: String(path.prefix { $0 != "." }))
  }

  @Test func `an event and a restart are shown at the next look`()
    async throws
  {
    let app = try await Inspected([CalmModule.self, FragileModule.self], changes: true)
    _ = try await app.ask(.state)
    app.application.events.send(OrderPlaced())
    let entries = try #require(try await app.ask(.record).entries)
    #expect(entries.map(\.subject).contains("OrderPlaced"))
    await FragileModule.fail()
    while true {
      let runs = try #require(try await app.ask(.runs).runs)
      guard runs.first?.words.contains("restart 1") == true else { continue }
      #expect(runs.first?.words.contains("the line is torn") == true)
      break
    }
    await app.stop()
  }

  @Test func `a launch that hangs can be inspected`() async throws {
    let folder = Inspected.makeFolder()
    let app = Task { try await Inspected([StuckModule.self], in: folder) }
    while StuckModule.begun.withLock({ !$0 }) { await Task.yield() }
    let path = try #require(InspectorSocket.paths(in: folder).first)
    let state = try #require(try await Line(path).ask(InspectorRequest(.state)).app)
    #expect(state.state == "launching")
    #expect(state.waits.joined().contains("Stuck.wait"))
    let stuck = state.modules.first { $0.name == "Stuck" }
    #expect(stuck?.state == "launching" && stuck?.reasons.joined().contains("Stuck.wait") == true)
    StuckModule.gate.continuation.finish()
    await (try app.value).stop()
  }

  /// A module whose launch waits for the test.
  @Module(after: "Inspector")
  final class StuckModule: Sendable {
    static let begun = Mutex(false)
    static let gate = AsyncStream.makeStream(of: Void.self)

    @Launch func wait() async {
      Self.begun.withLock { $0 = true }
      for await _ in Self.gate.stream {}
    }
  }
}
