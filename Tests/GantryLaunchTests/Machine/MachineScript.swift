// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@testable import GantryLaunch

/// A machine that is driven by names and tells its answers and actions in words.
struct MachineScript {
  /// What a caller waits for, by names.
  enum Goal: Sendable {
    case outcome(String)
    case ready, quiet, bodies, closed
  }

  enum Step: Sendable {
    case start, cancelStart, overdue, stop, close
    /// Without a number, these are about the current attempt.
    case begins(String, attempt: Int32? = nil)
    case creates(String, attempt: Int32? = nil)
    case ends(String, LaunchOutcome = .succeeded, attempt: Int32? = nil)
    case timesOut(String, attempt: Int32? = nil)
    case rests(String, attempt: Int32? = nil)
    /// A body begins, creates its module if it has to, and succeeds.
    case runs(String)
    /// All bodies of a module run, as long as there are any.
    case launches(String)
    /// All bodies run and all modules that are shut down are gone, as long as there are any.
    case settles
    case reaches(String)
    case demands(String)
    case needs(String, by: String? = nil)
    case obtains(String, by: String)
    case needsReady(by: String)
    case obtainsReady(by: String)
    /// The long-running work of a module has failed for good.
    case fails(String)
    case gone(String)
    case waits(Int, for: Goal, node: String? = nil)
    case givesUp(Int)
  }

  var machine: Machine
  /// The answer to the last input.
  private(set) var answer = Machine.Answer.accepted

  init(_ wiring: Wiring) { machine = Machine(wiring) }

  init(_ plan: LaunchPlan) { self.init(Wiring(plan)) }

  init(_ modules: [FakeModule]) throws { self.init(try FakeModule.wiring(modules)) }

  func node(_ name: String) -> Int { machine.wiring.positions[ModuleName(name)] ?? -1 }

  func module(_ name: String) -> Int {
    machine.wiring.modules.firstIndex { $0.name.rawValue == name } ?? -1
  }

  /// Takes steps, and returns the words of all of them.
  @discardableResult
  mutating func take(_ steps: [Step]) -> [String] { steps.flatMap { take($0) } }

  @discardableResult
  mutating func take(_ step: Step) -> [String] {
    switch step {
    case .runs(let name): return run(node(name))
    case .launches(let name):
      let own = machine.wiring.modules[module(name)].nodes
      var words: [String] = []
      while let next = own.first(where: { machine.nodes[$0].phase == .running }) {
        words += run(next)
      }
      return words
    case .settles:
      var words: [String] = []
      while true {
        if let next = machine.nodes.indices.first(where: { machine.nodes[$0].phase == .running }) {
          words += run(next)
        } else if let leaving = machine.leaving.last {
          words += handle(.gone(leaving))
        } else {
          return words
        }
      }
    default: return handle(input(step))
    }
  }

  private mutating func run(_ node: Int) -> [String] {
    let ticket = Ticket(node, machine.nodes[node].attempt)
    var words = handle(.began(ticket))
    guard answer == .accepted else { return words }
    let traits = machine.wiring.traits[node]
    if !traits.isJoin, traits.part == .creation || traits.part == .wholeLaunch {
      words += handle(.created(ticket))
    }
    return words + handle(.ended(ticket, .succeeded))
  }

  private func ticket(_ name: String, _ attempt: Int32?) -> Ticket {
    let node = node(name)
    return Ticket(node, attempt ?? (node < 0 ? 0 : machine.nodes[node].attempt))
  }

  func input(_ step: Step) -> Machine.Input {
    switch step {
    case .start, .runs, .launches, .settles: .start
    case .cancelStart: .startCancelled
    case .overdue: .startOverdue
    case .stop: .stop
    case .close: .close
    case .begins(let name, let attempt): .began(ticket(name, attempt))
    case .creates(let name, let attempt): .created(ticket(name, attempt))
    case .ends(let name, let outcome, let attempt): .ended(ticket(name, attempt), outcome)
    case .timesOut(let name, let attempt): .timedOut(ticket(name, attempt))
    case .rests(let name, let attempt): .rested(ticket(name, attempt))
    case .reaches(let name): .reached(Milestone(name))
    case .demands(let name): .demanded(node(name))
    case .needs(let name, let user): .needed(.provider(node(name)), by: user.map(node))
    case .obtains(let name, let user): .obtained(.provider(node(name)), by: node(user))
    case .needsReady(let user): .needed(.ready, by: node(user))
    case .obtainsReady(let user): .obtained(.ready, by: node(user))
    case .fails(let name): .workFailed(module(name), "broken")
    case .gone(let name): .gone(module(name))
    case .waits(let id, let goal, let node): .awaited(id, self.goal(goal), by: node.map(self.node))
    case .givesUp(let id): .gaveUp(id)
    }
  }

  private func goal(_ goal: Goal) -> Machine.Goal {
    switch goal {
    case .outcome(let name): .outcome(node(name))
    case .ready: .ready
    case .quiet: .quiet
    case .bodies: .bodies
    case .closed: .closed
    }
  }

  /// Passes in an input, and returns the answer and the actions in words.
  mutating func handle(_ input: Machine.Input) -> [String] {
    var actions: [Machine.Action] = []
    answer = machine.handle(input, at: .zero, into: &actions)
    return words(answer) + actions.compactMap(words)
  }
}

extension MachineScript {
  private func name(_ node: Int) -> String { machine.wiring.name(of: node).rawValue }

  private func moduleName(_ module: Int) -> String {
    machine.wiring.modules[module].name.rawValue
  }

  /// The name of a body; the number of its attempt follows, unless it is the first.
  private func body(_ ticket: Ticket) -> String {
    ticket.attempt > 1 ? "\(name(ticket.node)) \(ticket.attempt)" : name(ticket.node)
  }

  private func words(_ answer: Machine.Answer) -> [String] {
    switch answer {
    case .accepted: []
    case .refused(let refusal): ["refused: \(words(refusal))"]
    }
  }

  private func words(_ refusal: Machine.Refusal) -> String {
    switch refusal {
    case .stale: "stale"
    case .over: "over"
    case .circle(let path): path.map(name).joined(separator: " → ")
    }
  }

  private func words(_ action: Machine.Action) -> String? {
    switch action {
    case .run(let ticket): "run \(body(ticket))"
    case .retry(let ticket, let wait):
      wait > .zero ? "rest \(body(ticket))" : "retry \(body(ticket))"
    case .cancel(let ticket): "cancel \(body(ticket))"
    case .cancelAll: "cancel all"
    case .endIdleWait(let ticket): "end idle wait of \(body(ticket))"
    case .replaced(let ticket): "replace \(body(ticket))"
    case .settled(let ticket, let outcome):
      "\(name(ticket.node)) \(outcome.text(of: machine.wiring.name(of: ticket.node)))"
    case .launched(let module): "launched \(moduleName(module))"
    case .discard(let module, let outcome): "discard \(moduleName(module)): \(outcome)"
    case .detach(let module, let outcome): "detach \(moduleName(module)): \(outcome)"
    case .shutDown(let module): "shut down \(moduleName(module))"
    case .ready: "ready"
    case .stop(let ending): "stop: \(words(ending))"
    case .resume(let id, let answer): "resume \(id): \(words(answer))"
    case .changed: nil
    }
  }

  private func words(_ ending: Machine.Ending) -> String {
    switch ending {
    case .essential(let node): "essential \(name(node))"
    case .workFailed(let module, let reason): "failure \(moduleName(module)): \(reason)"
    case .stopped: "stopped"
    case .cancelled: "cancelled"
    case .overdue: "overdue"
    }
  }

  private func words(_ answer: Machine.Resumption) -> String {
    switch answer {
    case .done: "done"
    case .outcome(let outcome): outcome.description
    case .ended(let ending): words(ending)
    case .nothing: "nothing"
    }
  }
}

/// A row of a table: some steps, one more, and what that one answers and does.
struct MachineRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let given: [MachineScript.Step]
  let step: MachineScript.Step
  let words: [String]

  init(
    _ name: String, _ given: [MachineScript.Step], _ step: MachineScript.Step, _ words: String...
  ) {
    self.init(name, given, step, words)
  }

  init(
    _ name: String, _ given: [MachineScript.Step], _ step: MachineScript.Step, _ words: [String]
  ) {
    (testDescription, self.given, self.step, self.words) = (name, given, step, words)
  }
}
