// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import TestRounds

@testable import GantryLaunch

/// A machine of random modules with random inputs, and what must hold after each of them.
struct RandomMachine {
  var machine: Machine
  var random: SeededGenerator
  /// What went wrong first.
  var problem: String?
  /// How often each kind of thing happened.
  var counts: [String: Int] = [:]

  /// The bodies that were told to run and have not returned; true for those that may go on.
  var bodies: [Ticket: Bool] = [:]
  var resting: [Ticket] = []
  /// Bodies that have returned, for inputs that come too late.
  var old: [Ticket] = []
  var waits: [Int: (goal: Machine.Goal, caller: Int?)] = [:]
  var lastWait = 0
  /// The modules that were shut down, and of these, those that are gone.
  private var shutDown: Set<Int> = []
  private var gone: Set<Int> = []

  init(_ wiring: Wiring, _ random: SeededGenerator) {
    machine = Machine(wiring)
    self.random = random
  }

  /// Creates a machine of random modules; nil if they make no plan.
  init?(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let modules = Self.modules(&random)
    guard let wiring = try? FakeModule.wiring(modules, tellsSuccess: true) else { return nil }
    self.init(wiring, random)
  }

  static func modules(_ random: inout SeededGenerator) -> [FakeModule] {
    (0..<Int.random(in: 2...7, using: &random)).map { index in
      var module = FakeModule("M\(index)")
      let earlier = (0..<index).map { "M\($0)" }
      // No module requires the last ones, which are more likely to launch at their first use.
      let isLast = index >= 5
      module.requires = earlier.prefix(5).filter { _ in random.chance(25) }
      module.wants = earlier.prefix(5).filter { name in
        !module.requires.contains(name) && random.chance(8)
      }
      module.isEssential = random.chance(4)
      module.isFunction = random.chance(15)
      guard !module.isFunction else { return module }
      let isOnDemand = random.chance(isLast ? 60 : 15)
      let stages: [LaunchStage] =
        isOnDemand ? [.onDemand] : [.beforeReady, .afterReady, .idle, .onDemand]
      for number in 0..<Int.random(in: 0...3, using: &random) {
        let stage = stages.randomElement(using: &random) ?? .afterReady
        let isGated = stage > .beforeReady && random.chance(20)
        // Launch tasks may also require a module that comes later, which is created later, too.
        let others = stage == .beforeReady ? earlier : (0..<5).map { "M\($0)" }
        let needs = others.filter {
          $0 != module.name && random.chance(stage == .onDemand ? 30 : 12)
        }
        module.tasks.append(
          FakeModule.Task(
            name: "t\(number)", stage: stage, requires: needs, after: isGated ? "m" : nil,
            timeout: nil, retry: Self.retry(&random), isAsynchronous: random.chance(50)))
      }
      return module
    }
  }

  private static func retry(_ random: inout SeededGenerator) -> RetryPolicy {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .immediately(1)
    case 1: RetryPolicy(count: 2, delay: .milliseconds(5))
    default: .never
    }
  }

  var wiring: Wiring { machine.wiring }

  private mutating func node() -> Int { Int.random(in: machine.nodes.indices, using: &random) }
  private mutating func module() -> Int { Int.random(in: machine.modules.indices, using: &random) }

  mutating func fail(_ text: String) { if problem == nil { problem = text } }

  // MARK: Inputs

  /// Takes a random input.
  mutating func step() {
    switch Int.random(in: 0..<1000, using: &random) {
    case ..<180: if let ticket = body(hasBegun: false) { take(.began(ticket)) }
    case ..<430: end()
    case ..<470: if let ticket = body(hasBegun: true) { take(.timedOut(ticket)) }
    case ..<520: rest()
    case ..<580: stale()
    case ..<640: retire()
    case ..<670: take(.reached(Milestone("m")))
    case ..<770: take(.demanded(node()))
    case ..<820: need()
    case ..<930: wait()
    case ..<950: if let id = waits.keys.min() { take(.gaveUp(id)) }
    case ..<992: work()
    case ..<994: take(.startCancelled)
    case ..<995: take(.startOverdue)
    case ..<998: take(.stop)
    default: take(.close)
    }
  }

  mutating func body(hasBegun: Bool) -> Ticket? {
    bodies.filter { $0.value == hasBegun }.keys.sorted {
      ($0.node, $0.attempt) < ($1.node, $1.attempt)
    }
    .randomElement(using: &random)
  }

  private static let outcomes: [LaunchOutcome] = [
    .succeeded, .succeeded, .succeeded, .succeeded, .failed(message: "x"), .cancelled,
  ]

  private mutating func end() {
    guard let ticket = body(hasBegun: true) else { return }
    end(ticket, Self.outcomes.randomElement(using: &random) ?? .succeeded)
  }

  mutating func end(_ ticket: Ticket, _ outcome: LaunchOutcome) {
    let traits = wiring.traits[ticket.node]
    let creates = !traits.isJoin && (traits.part == .creation || traits.part == .wholeLaunch)
    if creates, outcome == .succeeded || random.chance(50) { take(.created(ticket)) }
    bodies[ticket] = nil
    old.append(ticket)
    take(.ended(ticket, outcome))
  }

  mutating func rest() {
    guard !resting.isEmpty else { return }
    take(.rested(resting.remove(at: Int.random(in: 0..<resting.count, using: &random))))
  }

  /// Lets the module be gone that is being shut down, if there is one.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  mutating func retire() -> Bool {
    guard let leaving = machine.leaving.last else { return false }
    gone.insert(leaving)
    take(.gone(leaving))
    return true
  }

  /// Lets the long-running work of a module fail for good.
  private mutating func work() {
    let module = module()
    let counts = machine.isOpen && machine.modules[module].isPresent
    if counts, machine.modules[module].workFailure == nil { self.counts["failed", default: 0] += 1 }
    take(.workFailed(module, "broken"))
    if counts, machine.modules[module].workFailure == nil { fail("\(name(module)) has not failed") }
    if counts, !machine.modules[module].isPresent { fail("\(name(module)) is gone") }
  }

  /// An input about something that is over.
  private mutating func stale() {
    let inputs: [Machine.Input]
    if random.chance(70), let ticket = old.randomElement(using: &random) {
      inputs = [
        .began(ticket), .ended(ticket, .succeeded), .timedOut(ticket), .created(ticket),
      ]
    } else if let module = gone.sorted().randomElement(using: &random) {
      inputs = [.gone(module), .workFailed(module, "late")]
    } else {
      return
    }
    guard let input = inputs.randomElement(using: &random) else { return }
    let before = machine
    take(input)
    if machine != before { fail("\(input) is stale, but changes something") }
    counts["stale", default: 0] += 1
  }

  private mutating func need() {
    guard
      let user = machine.nodes.indices.filter({ machine.nodes[$0].phase == .running })
        .randomElement(using: &random)
    else { return }
    let provider = node()
    let need: Machine.Need = Bool.random(using: &random) ? .provider(provider) : .ready
    take(.needed(need, by: user))
    // A body that needs what has settled goes on at once.
    let isThere =
      need == .ready
      ? machine.isReady
      : wiring.awaited(of: provider).allSatisfy { machine.nodes[$0].outcome != nil }
    if isThere { take(.obtained(need, by: user)) }
  }

  private mutating func wait() {
    let goals: [Machine.Goal] = [.ready, .quiet, .bodies, .closed, .outcome(node())]
    guard let goal = goals.randomElement(using: &random) else { return }
    lastWait += 1
    let caller = caller(of: goal)
    waits[lastWait] = (goal, caller)
    take(.awaited(lastWait, goal, by: caller))
  }

  private mutating func caller(of goal: Machine.Goal) -> Int? {
    guard goal == .quiet, random.chance(60) else { return nil }
    return body(hasBegun: true)?.node
  }

  // MARK: Steps

  mutating func take(_ input: Machine.Input) {
    guard problem == nil else { return }
    let before = machine
    var actions: [Machine.Action] = []
    let answer = machine.handle(input, at: .zero, into: &actions)
    if case .refused = answer { check(refusal: input, before, actions) }
    if before.isClosed {
      let isSilent = actions.allSatisfy { if case .resume = $0 { true } else { false } }
      if !isSilent { fail("\(input) after the end leads to \(actions)") }
    }
    if before.isReady, input == .startCancelled, machine != before {
      fail("the start is cancelled although the app is ready")
    }
    if case .began(let ticket) = input, before.runs(ticket) { began(ticket, answer) }
    checkOutcomes(before, actions)
    for action in actions { note(action, before) }
    checkState(after: input)
  }

  private mutating func began(_ ticket: Ticket, _ answer: Machine.Answer) {
    guard answer == .accepted else {
      bodies[ticket] = nil
      old.append(ticket)
      counts["refused", default: 0] += 1
      return
    }
    bodies[ticket] = true
    for dependency in wiring.plan.tasks[ticket.node].dependencies {
      let first = dependency.position
      guard let outcome = machine.nodes[first].outcome else {
        return fail("\(wiring.name(of: ticket.node)) overtakes \(dependency.name)")
      }
      guard dependency.kind == .requires else { continue }
      if outcome != .succeeded {
        return fail("\(wiring.name(of: ticket.node)) begins, but \(dependency.name) \(outcome)")
      }
      guard let module = wiring.module(of: first), !isFunction(module) else { continue }
      if !machine.modules[module].isPresent {
        return fail("\(wiring.name(of: ticket.node)) begins without \(name(module))")
      }
    }
  }

  private func isFunction(_ module: Int) -> Bool {
    wiring.traits[wiring.modules[module].creation].isJoin
  }

  func name(_ module: Int) -> String { wiring.modules[module].name.rawValue }

  private mutating func check(
    refusal input: Machine.Input, _ before: Machine, _ actions: [Machine.Action]
  ) {
    // A body that must not begin settles its node.
    if case .began(let ticket) = input, before.runs(ticket), !before.nodes[ticket.node].hasBegun {
      return
    }
    if machine != before { fail("\(input) is refused, but changes something") }
    if !actions.isEmpty { fail("\(input) is refused, but leads to \(actions)") }
  }

  private mutating func note(_ action: Machine.Action, _ before: Machine) {
    switch action {
    case .run(let ticket):
      if !before.isOpen, before.course != .waiting { fail("\(ticket) runs after the end") }
      if bodies.keys.contains(ticket) || old.contains(ticket) { fail("\(ticket) runs twice") }
      bodies[ticket] = false
    case .retry(let ticket, let wait): if wait > .zero { resting.append(ticket) }
    case .resume(let id, _):
      if waits.removeValue(forKey: id) == nil { fail("wait \(id) is answered twice") }
    case .ready:
      if before.isReady || !before.isOpen && before.course != .waiting { fail("ready twice") }
    case .launched(let module):
      if !isFunction(module), !machine.modules[module].isPresent {
        fail("\(name(module)) has launched without an instance")
      }
    case .shutDown(let module):
      if !shutDown.insert(module).inserted { fail("\(name(module)) is shut down twice") }
      let creation = wiring.modules[module].creation
      let later = machine.modules.indices.first { other in
        machine.modules[other].isPresent && wiring.modules[other].creation > creation
      }
      if let later { fail("\(name(module)) is shut down before \(name(later))") }
    case .discard, .detach, .settled, .stop, .cancelAll, .cancel, .endIdleWait, .replaced, .changed:
      break
    }
  }
}
