// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GantryText
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
      await order.pass([.input(.start)])
      for _ in 0..<6 { await order.pass(order.steps()) }
      await order.pass([.input(.stop)])
      await order.pass([.input(.close)])
      let (record, expected) = order.records
      #expect(record == expected, "seed \(seed)")
      held += order.held
    }
    #expect(held > seeds / Self.blocks)
  }

  /// The thread that performs is held at the first effect of a switch-off, while the run closes.
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
        case .shutDown(let module, _): order.note("shut down \(module)")
        case .hasten(let module, _): order.note("hasten \(module)")
        case .stop: order.note("stop")
        default: break
        }
      })
    driver.take(.start)
    let told = Promise<Bool>()
    latch.arm(told)
    DispatchQueue(label: "performer").async { driver.take(.switchedOff(1)) }
    #expect(await told.value())
    let waiting = Task {
      _ = await driver.wait(for: .closed)
      order.note("answered")
    }
    while driver.read(\.waits.isEmpty) { await Task.yield() }
    driver.take(.stop)
    driver.take(.close)
    while let leaving = driver.read({ $0.modules.first { $0.presence == .leaving } }) {
      driver.take(.gone(leaving.life))
    }
    #expect(driver.read(\.course) == .closed)
    #expect(order.words == [])
    latch.open()
    await waiting.value
    #expect(order.words == ["shut down 1", "stop", "hasten 1", "shut down 0", "answered"])
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

  enum Step: Sendable {
    case input(Machine.Input)
    /// A module that leaves is gone.
    case gone(Int)
  }

  private let driver: Driver
  private let app: FakeApp
  private let latch: Latch
  private let thread = DispatchQueue(label: "performer")
  private var machine: Machine
  private let first: [[LifeID]]
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
    first = [driver.read(\.modules).map(\.life), machine.modules.map(\.life)]
  }

  /// Some random steps.
  mutating func steps() -> [Step] {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in
      let module = Int.random(in: machine.modules.indices, using: &random)
      return switch Int.random(in: 0..<100, using: &random) {
      case ..<25: .input(.switchedOn(module))
      case ..<50: .input(.switchedOff(module))
      case ..<75: .gone(machine.modules.firstIndex { $0.presence == .leaving } ?? module)
      case ..<80: .input(.reached(Milestone("m")))
      case ..<97:
        .input(.demanded(Int.random(in: machine.nodes.indices, using: &random)))
      default: .input(.stop)
      }
    }
  }

  private static func input(_ step: Step, _ machine: Machine) -> Machine.Input {
    switch step {
    case .input(let input): input
    case .gone(let module): .gone(machine.modules[module].life)
    }
  }

  /// Passes in the first step on one thread, and the others while that thread is held.
  mutating func pass(_ steps: [Step]) async {
    let (told, done) = (Promise<Bool>(), Promise<Void>())
    latch.arm(told)
    let input = Self.input(steps[0], driver.read(\.self))
    thread.async { [driver] in
      driver.take(input)
      told.resolve(false)
      done.resolve(())
    }
    let isHeld = await told.value()
    if isHeld {
      held += steps.count > 1 ? 1 : 0
      for step in steps.dropFirst() { driver.take(Self.input(step, driver.read(\.self))) }
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
  private mutating func replay(_ step: Step, meanwhile: [Step]) {
    var meanwhile = meanwhile
    var outbox = machine.handle(Self.input(step, machine))
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
        case .announce, .launched, .discard, .detach, .shutDown, .hasten, .ready, .stop, .changed,
          .settled:
          expected.append(action)
          for step in meanwhile { outbox += machine.handle(Self.input(step, machine)) }
          meanwhile = []
        case .retry, .cancel, .cancelAll, .hurry, .replaced, .resume: break
        }
      }
    }
  }

  /// The effects of the driver, and those of the replay.
  var records: (driver: [String], replay: [String]) {
    (Self.words(app.actions, first[0]), Self.words(expected, first[1]))
  }

  /// The words of actions, in which the lives of each module count from 1.
  private static func words(_ actions: [Machine.Action], _ first: [LifeID]) -> [String] {
    var lives = first.map { [$0] }
    let word = { (module: Int, life: LifeID) in
      "\(module).\((lives[module].firstIndex(of: life) ?? -1) + 1)"
    }
    return actions.map { action in
      if case .announce(let module, let life) = action { lives[module].append(life) }
      return switch action {
      case .announce(let module, let life): "announce \(word(module, life))"
      case .launched(let module, let life): "launched \(word(module, life))"
      case .discard(let module, let life, let why): "discard \(word(module, life)): \(why)"
      case .detach(let module, let life, let why): "detach \(word(module, life)): \(why)"
      case .shutDown(let module, let life): "shut down \(word(module, life))"
      case .hasten(let module, let life): "hasten \(word(module, life))"
      default: "\(action)"
      }
    }
  }
}
