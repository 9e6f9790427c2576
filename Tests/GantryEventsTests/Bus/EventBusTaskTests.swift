// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import GantrySupport
import Testing

/// Handlers that name the background tasks that they perform.
@MainActor @Suite struct EventBusTaskTests {
  private struct Job: BackgroundTaskEvent {
    let identifier: String
    static var merge: MergeRule<Bool> { .all }
    static var whileLaunching: LaunchingPolicy { .hold }
  }

  private let bus = EventBus()
  private let heard = Log()

  private func handler(_ name: String, _ options: HandlerOptions) -> EventHandler {
    .answering(Job.self, name: name, options: options) { [heard] job in
      heard.add("\(name) \(job.identifier)")
      return true
    }
  }

  private func perform(_ identifier: String) -> Bool {
    let reply = Reply<Bool>(.all, deadline: .seconds(1_000)) { _ in }
    return bus.send(Job(identifier: identifier), answering: reply)
  }

  @Test func `a handler hears the tasks that it names, and one without names hears all`() {
    bus.attach(
      "M",
      [
        handler("sync", HandlerOptions(backgroundTask: "sync", "clean")),
        handler("all", HandlerOptions()),
      ])
    bus.activate("M")
    for identifier in ["sync", "other", "clean"] { bus.send(Job(identifier: identifier)) }
    #expect(
      heard.lines == ["sync sync", "all sync", "all other", "sync clean", "all clean"])
  }

  @Test func `a send says whether any listener hears the task, now or later`() {
    let sync = handler("sync", HandlerOptions(backgroundTask: "sync"))
    bus.declare("M", order: 1, handlers: [sync.declaration])
    #expect(perform("sync"))
    #expect(!perform("other"))
    bus.attach("M", [sync])
    bus.activate("M")
    #expect(perform("sync"))
    #expect(!perform("other"))
    #expect(heard.lines == ["sync sync", "sync sync"])
  }

  @Test func `a task of another module neither waits for a module nor starts it`() {
    let demanded = Mutex<[ModuleName]>([])
    bus.onDemand { name in demanded.withLock { $0.append(name) } }
    let sync = handler("sync", HandlerOptions(backgroundTask: "sync"))
    bus.declare("M", order: 1, handlers: [sync.declaration])
    bus.send(Job(identifier: "other"))
    #expect(demanded.withLock(\.self).isEmpty)
    bus.send(Job(identifier: "sync"))
    #expect(demanded.withLock(\.self) == ["M"])
    bus.attach("M", [sync])
    bus.activate("M")
    #expect(heard.lines == ["sync sync"])
  }

  @Test func `the explanation names the tasks of a handler`() {
    bus.attach("M", [handler("sync", HandlerOptions(backgroundTask: "sync", "clean"))])
    bus.activate("M")
    #expect("\(bus.explain(Job.self))".contains("M.sync, only for sync and clean"))
  }
}
