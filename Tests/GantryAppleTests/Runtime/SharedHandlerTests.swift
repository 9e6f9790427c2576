// SPDX-License-Identifier: Apache-2.0

import Gantry
@testable import GantryApple
import GantrySupport
import Testing

extension InterposerTests {
  /// Methods with a completion handler, which is a word among their arguments.
  @MainActor
  @Suite(.serialized) struct SharedHandlers {
    static let name = "application:performFetchWithCompletionHandler:"

    let runtime = FakeRuntime()
    let type: ClassRef
    let delegate = Delegate()
    let system = FakeSystem()
    var address: UInt { FakeRuntime.address(of: delegate) }

    /// The handlers by their words: the system's is 2, the delegate's 20.
    nonisolated static let handlers = Mutex<[UInt: @Sendable (BackgroundFetchResult) -> Void]>([:])
    nonisolated static func call(_ word: UInt?, _ result: BackgroundFetchResult) {
      handlers.withLock { handlers in word.flatMap { handlers[$0] } }?(result)
    }

    typealias Tells2 = @convention(c) (UInt, UInt, UInt, UInt) -> Void
    private static let fetches: Tells2 = { _, _, _, handler in
      Own.add("own \(handler)")
      call(handler, .failed)
    }

    init() {
      type = runtime.makeClass("Shop.AppDelegate")
      runtime.make(delegate, type)
      _ = Own.lines()
      Self.handlers.withLock { $0 = [2: { Own.add("system \($0)") }] }
    }

    private func attach() throws -> Int {
      let row = try #require(DelegateMethodRow.of(.performFetch))
      let otherwise: @Sendable ([UInt]) -> MethodAnswer = {
        Self.call($0[1], .noData)
        return .nothing
      }
      let part = Interposition(row: row, otherwise: otherwise) {
        [host = system.host] words, hasOwn in
        Own.add("modules")
        let system = words[1]
        let reply = host.share(hasOwn, { PerformBackgroundFetch(reply: $0) }) {
          Self.call(system, $0)
        }
        Self.handlers.withLock { $0[20] = { reply.answer($0, from: .delegate) } }
        return (.nothing, [words[0], 20])
      }
      return try #require(Interposer.attach(delegate, [part], runtime, for: delegate)).id
    }

    private func addOwn() {
      #expect(
        runtime.add(
          CodeRef(unsafeBitCast(Self.fetches, to: UInt.self)), Self.name,
          encoding: "v32@0:8@16@?24", to: type))
    }

    @Test(.tags(.b13, .b42))
    func `the completion handler is called once, with both answers merged`() throws {
      addOwn()
      _ = try attach()
      _ = runtime.send(Self.name, to: address, [1, 2])
      #expect(Own.lines() == ["modules", "own 20", "system failed"])
      system.keep(system.events.answer(PerformBackgroundFetch.self) { _ in .newData })
      _ = runtime.send(Self.name, to: address, [1, 2])
      #expect(Own.lines() == ["modules", "own 20", "system newData"])
    }

    @Test func `modules answer alone if the delegate lacks the method`() throws {
      _ = try attach()
      _ = runtime.send(Self.name, to: address, [1, 2])
      #expect(Own.lines() == ["modules", "system noData"])
    }

    @Test(arguments: [false, true])
    func `a call without modules runs as if unattached`(hasOwn: Bool) throws {
      if hasOwn { addOwn() }
      let row = try #require(DelegateMethodRow.of(.performFetch))
      let part = Interposition(
        row: row,
        otherwise: {
          Self.call($0[1], .noData)
          return .nothing
        }, hear: { _, _ in nil })
      _ = try #require(Interposer.attach(delegate, [part], runtime, for: delegate))
      _ = runtime.send(Self.name, to: address, [1, 2])
      #expect(Own.lines() == (hasOwn ? ["own 2", "system failed"] : ["system noData"]))
    }

    @Test(.tags(.b14)) func `an added method calls its handler after detaching`() throws {
      let number = try attach()
      Interposer.detach(number)
      _ = runtime.send(Self.name, to: address, [1, 2])
      #expect(Own.lines() == ["system noData"])
    }

    @Test(.tags(.b14)) func `the delegate's own method gets the system's handler after detaching`()
      throws
    {
      addOwn()
      let number = try attach()
      Interposer.detach(number)
      _ = runtime.send(Self.name, to: address, [1, 2])
      #expect(Own.lines() == ["own 2", "system failed"])
    }

    @Test func `the delegate's method gets the system's handler off the main actor`() throws {
      addOwn()
      _ = try attach()
      runtime.isOnMain = false
      _ = runtime.send(Self.name, to: address, [1, 2])
      #expect(Own.lines() == ["own 2", "system failed"])
    }
  }
}
