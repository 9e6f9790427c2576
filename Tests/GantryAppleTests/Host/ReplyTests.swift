// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import GantryTesting
import Testing

@MainActor
@Suite struct ReplyTests {
  /// Asks for a fetch and returns the results that the handler is called with.
  private func fetch(_ system: FakeSystem) -> FetchResults {
    let results = FetchResults()
    system.host.ask({ PerformBackgroundFetch(reply: $0) }) { results.all.append($0) }
    return results
  }

  @Test(.tags(.b43)) func `a completion handler without listeners is called immediately`() {
    let system = FakeSystem()
    #expect(fetch(system).all == [.noData])
    var answer: Data?? = .none
    system.host.ask({ HandleWatchRequest(message: nil, reply: $0) }) { answer = .some($0) }
    #expect(answer == .some(nil))
    #expect(system.host.handlers.isEmpty)
  }

  @Test(.tags(.b44)) func `fetch results merge in the order new data, failed, no data`() {
    let cases: [([BackgroundFetchResult], BackgroundFetchResult)] = [
      ([.noData, .failed, .newData], .newData), ([.noData, .failed], .failed),
      ([.noData, .noData], .noData), ([.newData, .failed], .newData),
    ]
    for (answers, merged) in cases {
      let system = FakeSystem()
      for (number, answer) in answers.enumerated() {
        system.keep(
          system.events.answer(PerformBackgroundFetch.self, as: ModuleName("m\(number)")) { event in
            guard number == 0 else { return answer }
            event.reply.answer(answer, from: "m0")
            return nil
          })
      }
      #expect(fetch(system).all == [merged])
    }
  }

  @Test(.tags(.b42)) func `a handler waits for the last answer, and is called on the main actor`()
    async
  {
    let system = FakeSystem()
    system.keep(
      system.events.hear(PerformBackgroundFetch.self) { event in
        event.reply.expect("slow")
        system.host.begin {
          await offMain { event.reply.answer(.newData, from: "slow") }
        }
      })
    let results = fetch(system)
    #expect(results.all.isEmpty)
    await system.host.idle()
    await waits { !results.all.isEmpty }
    #expect(results.all == [.newData])
    #expect(results.isOnMain)
  }

  @Test(.tags(.b42)) func `a second answer and one after the deadline change nothing`() async {
    let system = FakeSystem()
    var reply: Reply<BackgroundFetchResult>?
    system.keep(
      system.events.hear(PerformBackgroundFetch.self) { event in
        reply = event.reply
        event.reply.expect("late")
        event.reply.answer(.failed, from: "quick")
        event.reply.answer(.newData, from: "quick")
      })
    let results = fetch(system)
    #expect(results.all.isEmpty)
    await system.test.clock.waitUntilSleeping()
    system.test.clock.advance(by: .seconds(25))
    await waits { !results.all.isEmpty }
    reply?.answer(.newData, from: "late")
    for _ in 0..<10 { await Task.yield() }
    #expect(results.all == [.failed])
  }

  @Test(.tags(.b42)) func `a completion handler waits for a launching module's answer`() async {
    let system = FakeSystem([Fetcher.self, Keeper.self])
    let results = fetch(system)
    #expect(results.all.isEmpty)
    await system.launch()
    await waits { !results.all.isEmpty }
    #expect(results.all == [.newData])
  }

  @Test(.tags(.b42)) func `a completion handler doesn't wait for a module that is never launched`()
    async
  {
    let system = FakeSystem([Failing.self])
    let results = fetch(system)
    await system.launch()
    await waits { !results.all.isEmpty }
    #expect(results.all == [.noData])
  }

  @Test func `a quick action reports whether a module performs it, even a launching one`() async {
    let system = FakeSystem([Desk.self])
    var answers: [Bool] = []
    let other = FakeSystem()
    await other.launch()
    other.host.perform(PerformQuickAction(type: "new")) { answers.append($0) }
    #expect(answers == [false])
    system.host.perform(PerformQuickAction(type: "new")) { answers.append($0) }
    #expect(answers.count == 1)
    await system.launch()
    await waits { answers.count >= 2 }
    #expect(answers == [false, true])
  }

  @Test(arguments: [true, false])
  func `a quick action waits for the answer of an async handler`(isPerformed: Bool) async {
    let gates = Gates()
    let system = FakeSystem([SlowDesk.self], adding: { $0.provide(gates, as: Gates.self) })
    await system.launch()
    var answers: [Bool] = []
    let type = isPerformed ? "new" : "old"
    system.host.perform(PerformQuickAction(type: type)) { answers.append($0) }
    #expect(answers.isEmpty)
    gates.open("desk")
    await waits { !answers.isEmpty }
    #expect(answers == [isPerformed])
  }

  @Test(.tags(.b45)) func `the handler of a background session is called when its module is done`()
    async
  {
    let system = FakeSystem()
    var replies: [Reply<Void>] = []
    system.keep(
      system.events.hear(HandleBackgroundURLSession.self) { event in
        event.reply.expect("Photos")
        replies.append(event.reply)
      })
    var done: [String] = []
    system.host.handleBackgroundURLSession("photos") { done.append("first") }
    system.host.handleBackgroundURLSession("films") { done.append("films") }
    #expect(done.isEmpty)
    system.host.handleBackgroundURLSession("photos") { done.append("second") }
    await waits { !done.isEmpty }
    #expect(done == ["first"])
    replies.last?.answer((), from: "Photos")
    await waits { done.count >= 2 }
    #expect(done == ["first", "second"])
  }

  @Test(.timeLimit(.minutes(5))) func `a host is released when its background sessions are done`()
    async
  {
    weak var host: AppHost?
    do {
      // Not a test's application, which keeps every sent event.
      let application = Application(modules: [])
      let made = AppHost(
        application, options: AppHostOptions(), surroundings: FakeSystem().host.surroundings)
      host = made
      made.handleBackgroundURLSession("photos") {}
    }
    // The deadline of the reply is cancelled, which takes its task a moment.
    for _ in 0..<100_000 where host != nil { await Task.yield() }
    #expect(host == nil)
  }

  @Test(.tags(.b47)) func `a notification is presented in every way that a module asks for`() {
    let system = FakeSystem()
    let event = WillPresentNotification(notification: UserNotification(id: "1"))
    #expect(system.events.send(event) == [])
    for answer in [NotificationPresentation.banner, .sound] {
      system.keep(system.events.answer(WillPresentNotification.self) { _ in answer })
    }
    #expect(system.events.send(event) == [.banner, .sound])
  }
}

@MainActor
final class FetchResults {
  var all: [BackgroundFetchResult] = []
  var isOnMain: Bool { DispatchQueue.getSpecific(key: FakeSystem.queueKey) == true }
}

@concurrent func offMain(_ body: @Sendable () -> Void) async { body() }

@Module(name: "Fetcher")
final class Fetcher {
  @On func fetch(_ event: PerformBackgroundFetch) -> BackgroundFetchResult { .newData }
}

@Module(name: "Keeper")
final class Keeper {
  @On func fetch(_ event: PerformBackgroundFetch) {
    event.reply.expect("Keeper")
    event.reply.answer(.failed, from: "Keeper")
  }
}

@Module(name: "Failing")
final class Failing {
  @Launch func fail() throws { throw CancellationError() }
  @On func fetch(_ event: PerformBackgroundFetch) -> BackgroundFetchResult { .newData }
}

/// Performs a quick action later.
@Module(name: "SlowDesk")
final class SlowDesk {
  @Inject let gates: Gates

  @On func perform(_ action: PerformQuickAction, context: ModuleContext) async {
    await gates.pass("desk")
    action.reply.answer(action.type == "new", from: context.name)
  }
}
