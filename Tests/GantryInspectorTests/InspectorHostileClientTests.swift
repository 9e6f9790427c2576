// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryInspector
import GantrySupport
import TestRounds
import Testing

/// An app that is in use while clients of its inspector attack it.
@Suite(.timeLimit(.minutes(10))) struct InspectorHostileClientTests {
  enum Attack: String, CaseIterable, Codable {
    case hundredMegabytes, tenThousandConnections, halfLines, garbage, neverReads
  }

  @Module
  final class ShopModule: Sendable {
    @On func note(_ event: OrderPlaced) async {}
    @Route("orders/:id", access: .external) func show(id: Int) async {}
  }

  /// What an app was like during an attack.
  struct Figures: Codable {
    /// The number of events with a URL each, and the seconds of the longest one.
    let uses: Int
    let longest: Double
    /// The seconds of the stop, with all connections of the attack still open.
    let stop: Double
    /// The largest growth of the process in megabytes, which includes the attacker.
    let growth: Double
  }

  @Test(arguments: Attack.allCases)
  func `events, URLs, the stop and the memory of an app don't notice an attack`(
    attack: Attack
  ) async throws {
    // In a process of its own: the memory of other tests would be counted.
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [attack] in
      let figures = try await Inspected([ShopModule.self]).figures(during: attack)
      try FileHandle.standardError.write(contentsOf: JSONEncoder().encode(figures))
    }
    let output = try #require(result).standardErrorContent
    let figures = try JSONDecoder().decode(
      Figures.self, from: Data(output.drop { $0 != UInt8(ascii: "{") }))
    #expect(figures.longest < 2 && figures.stop < 2 && figures.growth < 4, "\(attack): \(figures)")
    if rounds(20) > 1 { print(attack, figures) }
  }
}

extension Inspected {
  /// Uses the app while it is attacked, and stops it.
  fileprivate func figures(
    during attack: InspectorHostileClientTests.Attack
  ) async throws -> InspectorHostileClientTests.Figures {
    _ = try await ask(.state)
    // The record of events and calls is full: each event is two of its 4,000 entries, itself and its handler.
    for _ in 0..<40 {
      for _ in 0..<50 { application.events.send(OrderPlaced()) }
      await application.events.waitUntilHandled()
    }
    let before = memory()
    let path = try path
    // A user who acts all the time would use most of the processors, as the attacker mostly waits for the inspector.
    let (turns, turn) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now(), repeating: .milliseconds(5))
    timer.setEventHandler { turn.yield() }
    timer.activate()
    let attacker = Task.detached {
      defer { turn.finish() }
      return try await attack.perform(on: path)
    }
    var (longest, uses, most) = (Duration.zero, 0, before)
    func measureUse() async throws {
      longest = max(longest, try await use())
      uses += 1
      if uses % 10 == 0 { most = max(most, memory()) }
    }
    while uses < rounds(10_000) { try await measureUse() }
    for await _ in turns { try await measureUse() }
    timer.cancel()
    let held = try await attacker.value
    most = max(most, memory())
    let stop = await ContinuousClock().measure { await self.stop() }
    withExtendedLifetime(held) {}
    return .init(
      uses: uses, longest: longest / .seconds(1), stop: stop / .seconds(1),
      growth: Double(most - before) / 1_048_576)
  }

  /// Sends an event and opens a URL; returns how long both take.
  fileprivate func use() async throws -> Duration {
    try await ContinuousClock().measure {
      application.events.send(OrderPlaced())
      await application.events.waitUntilHandled()
      try await application.router.open("shop://orders/7", as: Void.self)
    }
  }
}

/// The memory of this process in bytes, without pages of files: code that runs for the first time would
/// count as growth. It is 0 where the system has no such file.
private func memory() -> Int {
  let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
  let pages = text?.split(separator: " ").compactMap { Int($0) } ?? []
  guard pages.count > 2 else { return 0 }
  return (pages[1] - pages[2]) * Int(getpagesize())
}

extension InspectorHostileClientTests.Attack {
  /// Attacks an app; returns the connections that are still open.
  fileprivate func perform(on path: String) async throws -> [Line] {
    switch self {
    case .hundredMegabytes:
      let line = try Line(path)
      let text = String(repeating: "a", count: 4_000)
      for _ in 0..<rounds(26_215) {
        line.send(line: text)
        _ = try await line.reply()
      }
      return [line]
    case .tenThousandConnections:
      var held: [Line] = []
      for _ in 0..<rounds(10_000) {
        if let line = try? Line(path) { held.append(line) }
        held = held.suffix(500)
      }
      return held
    case .halfLines:
      var held: [Line] = []
      for _ in 0..<rounds(40) {
        held = (0..<8).compactMap { _ in try? Line(path) }
        for line in held { line.send(Data(#"{"version":1,"#.utf8)) }
        for line in held { _ = await line.next() }
      }
      return held
    case .garbage:
      let line = try Line(path)
      for seed in 1...20 as ClosedRange<UInt64> {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<rounds(5_000) {
          line.send(Garbage.line(using: &random))
          _ = try await line.reply()
        }
      }
      return [line]
    case .neverReads:
      let question = Data(#"{"version":1,"subject":"manifest"}"#.utf8) + [10]
      var held: [Line] = []
      for _ in 0..<rounds(20) {
        let line = try? Line(path)
        while line?.send(question) ?? 0 > 0 {}
        held += [line].compactMap(\.self)
      }
      return held
    }
  }
}

/// Requests that are nearly valid, or not at all.
enum Garbage {
  private static let valid = Array(
    #"{"version":1,"subject":"state","name":"Orders","since":4}"#.utf8)

  /// A line: a request with some of its bytes changed, left out or doubled, or any bytes.
  static func line(using random: inout SeededGenerator) -> Data {
    var text = valid
    if Bool.random(using: &random) {
      let count = Int.random(in: 0...200, using: &random)
      text = (0..<count).map { _ in .random(in: 0...255, using: &random) }
    }
    for _ in 0..<Int.random(in: 1...5, using: &random) where !text.isEmpty {
      let place = Int.random(in: 0..<text.count, using: &random)
      switch Int.random(in: 0...2, using: &random) {
      case 0: text[place] = .random(in: 0...255, using: &random)
      case 1: text.remove(at: place)
      default: text.insert(text[place], at: place)
      }
    }
    return Data(text.map { $0 == 10 ? 32 : $0 } + [10])
  }
}
