// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GantrySupport
import TestRounds
import Testing

@testable import GantryLaunch

/// Effects come in the order of the decisions, whichever thread performs them.
///
/// The thread that performs the effects of one input is held at the first of them. Meanwhile
/// another thread passes in more inputs, so that their order is known. A replay on a machine of its
/// own tells what the record must be.
@Suite(.timeLimit(.minutes(5))) struct EffectOrderTests {
  static let blocks = 4

  @Test(arguments: 0..<blocks)
  func `the record of effects equals the actions of the machine, in their order`(
    block: Int
  ) async throws {
    var held = 0
    let seeds = rounds(10_000)
    for seed in stride(from: block, to: seeds, by: Self.blocks) {
      var order = try ForcedOrder(seed: UInt64(seed))
      await order.pass([.start])
      for _ in 0..<6 { await order.pass(order.steps()) }
      await order.pass([.stop])
      await order.pass([.close])
      let (record, expected) = order.records
      #expect(record == expected, "seed \(seed)")
      held += order.held
    }
    #expect(held > seeds / Self.blocks)
  }

  /// The thread that performs is held at the first effect of a stop, while the run closes.
  @Test func `a caller is answered after the effects that were decided before its answer`()
    async throws
  {
    let (latch, order) = (ForcedOrder.Latch(), OrderLog())
    let wiring = try FakeModule.wiring([
      FakeModule("A", isFunction: true), FakeModule("B", requires: "A", isFunction: true),
    ])
    let (driver, _) = FakeApp.driver(
      wiring, stopsModules: false, createsInJoins: true,
      onAction: { action in
        latch.pass()
        switch action {
        case .shutDown(let module): order.note("shut down \(module)")
        case .stop: order.note("stop")
        default: break
        }
      })
    driver.take(.start)
    let told = Promise<Bool>()
    latch.arm(told)
    DispatchQueue(label: "performer").async { driver.take(.stop) }
    #expect(await told.value())
    let waiting = Task {
      _ = await driver.wait(for: .closed)
      order.note("answered")
    }
    while driver.read(\.waits.isEmpty) { await Task.yield() }
    driver.take(.close)
    while let leaving = driver.read({ $0.leaving.last }) { driver.take(.gone(leaving)) }
    #expect(driver.read(\.course) == .closed)
    #expect(order.words == [])
    latch.open()
    await waiting.value
    #expect(order.words == ["stop", "shut down 1", "shut down 0", "answered"])
  }
}

/// A driver whose performing thread can be held, beside a machine that replays its inputs.
///
/// All nodes are joins, whose bodies the performing thread runs itself. So nothing happens but what
/// the inputs lead to.
private struct ForcedOrder {
  /// Holds the thread that performs an effect after this was armed.
  final class Latch: Sendable {
    private struct State {
      var isArmed = false
      /// Told whether a thread is held, or has done all its work.
      var told: Promise<Bool>?
    }

    private let state = Mutex(State())
    private let door = DispatchSemaphore(value: 0)

    func arm(_ told: Promise<Bool>) { state.withLock { $0 = State(isArmed: true, told: told) } }

    func pass() {
      let told = state.withLock { state -> Promise<Bool>? in
        guard state.isArmed else { return nil }
        state.isArmed = false
        return state.told
      }
      guard let told else { return }
      told.resolve(true)
      door.wait()
    }

    func open() { door.signal() }
  }

  private let driver: Driver
  private let app: FakeApp
  private let latch: Latch
  private let thread = DispatchQueue(label: "performer")
  private var machine: Machine
  private var random: SeededGenerator
  private var expected: [Machine.Action] = []
  /// How often a thread was held while others passed in inputs.
  private(set) var held = 0

  init(seed: UInt64) throws {
    let latch = Latch()
    self.latch = latch
    var random = SeededGenerator(seed: seed)
    var modules: [FakeModule] = []
    for index in 0..<5 {
      var module = FakeModule("M\(index)", isFunction: true)
      module.requires = modules.map(\.name).filter { _ in random.chance(35) }
      if random.chance(50) { module.tasks.append(.task("late", .afterReady, after: "m")) }
      // Only the last module may launch at its first use, since nothing requires it.
      if index == 4 || !module.tasks.isEmpty, random.chance(50) {
        module.tasks.append(.task("lazy", .onDemand))
      }
      modules.append(module)
    }
    let wiring = try FakeModule.wiring(modules, tellsSuccess: true)
    (driver, app) = FakeApp.driver(
      wiring, stopsModules: false, createsInJoins: true, onAction: { _ in latch.pass() })
    machine = Machine(wiring)
    self.random = random
  }

  /// Some random inputs.
  mutating func steps() -> [Machine.Input] {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in
      let module = Int.random(in: machine.modules.indices, using: &random)
      return switch Int.random(in: 0..<100, using: &random) {
      case ..<30: .workFailed(module, "broken")
      case ..<45: .gone(machine.leaving.last ?? module)
      case ..<55: .reached(Milestone("m"))
      case ..<95: .demanded(Int.random(in: machine.nodes.indices, using: &random))
      case ..<98: .stop
      default: .close
      }
    }
  }

  /// Passes in the first step on one thread, and the others while that thread is held.
  mutating func pass(_ steps: [Machine.Input]) async {
    let (told, done) = (Promise<Bool>(), Promise<Void>())
    latch.arm(told)
    let input = steps[0]
    thread.async { [driver] in
      driver.take(input)
      told.resolve(false)
      done.resolve(())
    }
    let isHeld = await told.value()
    if isHeld {
      held += steps.count > 1 ? 1 : 0
      for step in steps.dropFirst() { driver.take(step) }
      latch.open()
      await done.value()
      replay(steps[0], meanwhile: Array(steps.dropFirst()))
    } else {
      replay(steps[0], meanwhile: [])
      // The others find nobody who performs.
      for step in steps.dropFirst() { await pass([step]) }
    }
  }

  /// Does what a driver does with these steps.
  private mutating func replay(_ step: Machine.Input, meanwhile: [Machine.Input]) {
    var meanwhile = meanwhile
    var outbox = machine.handle(step)
    while !outbox.isEmpty {
      let batch = outbox
      outbox = []
      for action in batch {
        switch action {
        case .run(let ticket):
          var began: [Machine.Action] = []
          let answer = machine.handle(.began(ticket), at: .zero, into: &began)
          outbox += began
          guard answer == .accepted else { continue }
          _ = machine.handle(.created(ticket))
          outbox += machine.handle(.ended(ticket, .succeeded))
        case .launched, .discard, .detach, .shutDown, .ready, .stop, .changed, .settled:
          expected.append(action)
          for step in meanwhile { outbox += machine.handle(step) }
          meanwhile = []
        case .retry, .cancel, .cancelAll, .endIdleWait, .replaced, .resume: break
        }
      }
    }
  }

  /// The effects of the driver, and those of the replay.
  var records: (driver: [Machine.Action], replay: [Machine.Action]) { (app.actions, expected) }
}
