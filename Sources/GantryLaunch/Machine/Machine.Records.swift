// SPDX-License-Identifier: Apache-2.0

/// The name of one body: a node, and the number of its attempt within the run.
package struct Ticket: Sendable, Hashable {
  package let node: Int
  /// Counts from 1, and never starts again within a run.
  package let attempt: Int32

  package init(_ node: Int, _ attempt: Int32) {
    self.node = node
    self.attempt = attempt
  }
}

extension Machine {
  /// The progress of a node.
  package enum Phase: Sendable, Equatable {
    case waiting
    /// It waits only for a slot in its lane.
    case queued
    /// It waits before its next attempt.
    case resting
    /// It was told to run; its body may not have begun.
    case running
    case settled(LaunchOutcome)
  }

  /// The record of a node.
  package struct Node: Sendable, Equatable {
    package internal(set) var phase = Phase.waiting
    package internal(set) var attempt: Int32 = 0
    /// The number of waits left: dependencies, milestones, and the stage.
    package internal(set) var left: Int32
    var isStageOpen = false
    /// Whether something asked for it.
    var isDemanded = false
    /// Whether the body of the current attempt has begun.
    package internal(set) var hasBegun = false
    var holdsSlot = false
    /// The event that ended its last wait.
    package internal(set) var cause = Cause.start
    package internal(set) var queued: Duration?
    /// When the first body began.
    package internal(set) var began: Duration?
    package internal(set) var ended: Duration?
    /// The error of the previous attempt.
    package internal(set) var failure: String?
    /// The outcome of a body that had timed out.
    package internal(set) var lateEnd: LaunchOutcome?

    init(left: Int32) { self.left = left }

    /// Records the outcome of a body that returns after its timeout.
    mutating func endLate(_ attempt: Int32, _ end: LaunchOutcome) {
      if attempt == self.attempt, outcome == .timedOut { lateEnd = end }
    }

    package var outcome: LaunchOutcome? {
      if case .settled(let outcome) = phase { outcome } else { nil }
    }
  }

  /// The last event that a node waited for before it could run.
  package enum Cause: Sendable, Hashable {
    case start
    case task(Int)
    case ready
    case idle
    case demand
    case milestone(Int)
  }

  /// Whether a body that goes on after its attempt has ended occupies a slot of its lane.
  package enum LateBody: Sendable, Equatable {
    /// It is asynchronous, or another body has taken its slot.
    case needsNone
    /// It keeps its slot.
    case holdsSlot
  }

  /// The record of a module.
  package struct Module: Sendable, Equatable {
    /// Whether an instance exists.
    package internal(set) var isPresent = false
    /// Why its long-running work has failed for good; nil for most modules. Its launch has not failed.
    package internal(set) var workFailure: String?
  }

  /// The progress of a run.
  package enum Course: Sendable, Equatable {
    case waiting
    case open
    /// No more bodies begin, and running ones are cancelled. A body that fails now counts as
    /// cancelled; one that succeeds or times out counts as that.
    case ending
    /// The modules are shut down.
    case closing
    case closed
  }

  /// The reason why a run ends.
  package enum Ending: Sendable, Equatable {
    /// An essential node has failed, timed out or was blocked.
    case essential(Int)
    /// The long-running work of an essential module has failed for good.
    case workFailed(Int, reason: String)
    case stopped
    case cancelled
    /// The launch took too long.
    case overdue
  }

  /// A caller that waits.
  struct Wait: Sendable, Equatable {
    let id: Int
    let goal: Goal
    /// The node whose body waits, if any. Only ``Goal/quiet`` leaves it out, and what depends on it.
    let caller: Int?
  }

  /// The goal of a wait.
  package enum Goal: Sendable, Hashable {
    case outcome(Int)
    case ready
    /// Nothing runs, and all nodes that are left need a milestone or a demand.
    case quiet
    /// No body runs.
    case bodies
    case closed
  }

  /// The result of a wait.
  package enum Resumption: Sendable, Equatable {
    case done
    case outcome(LaunchOutcome)
    /// The app will not be ready.
    case ended(Ending)
    /// The wait was given up, or the run is over.
    case nothing
  }

  /// An event of a run.
  package enum Input: Sendable, Equatable {
    /// The launch begins.
    case start
    /// A body is about to begin.
    case began(Ticket)
    case ended(Ticket, LaunchOutcome)
    /// An attempt has used up its time.
    case timedOut(Ticket)
    /// The wait after an attempt is over.
    case rested(Ticket)
    /// The body of a creation node has created its module.
    case created(Ticket)
    /// A module was shut down.
    case gone(Int)
    case reached(Milestone)
    /// A node is needed now, with all its dependencies: at once, or from the start. The caller waits
    /// for nothing, so this closes no circle.
    case demanded(Int)
    /// A body of a node, or code outside of all nodes, waits; refused if that completes a circle.
    case needed(Need, by: Int?)
    /// A node no longer waits for what it needed.
    case obtained(Need, by: Int)
    /// The long-running work of a module has failed for good.
    case workFailed(Int, String)
    case awaited(Int, Goal, by: Int?)
    case gaveUp(Int)
    /// The start is cancelled, unless the app is ready.
    case startCancelled
    /// The start has used up its time, unless the app is ready.
    case startOverdue
    case stop
    /// The modules are shut down; bodies that still run are left behind. The application passes it in
    /// when no body runs any more, or when the time for that is over.
    case close
  }

  /// What running code waits for.
  package enum Need: Sendable, Equatable {
    /// A provider, which is demanded with all its dependencies.
    case provider(Int)
    /// That the app is ready.
    case ready
  }

  /// An action that the driver carries out.
  package enum Action: Sendable, Equatable {
    case run(Ticket)
    /// An attempt failed: pass ``Input/rested(_:)`` after some time. After zero, the next attempt
    /// has its own ``run(_:)``.
    case retry(Ticket, after: Duration)
    /// Cancel a body that has timed out.
    case cancel(Ticket)
    /// Cancel all bodies, since the run has ended.
    case cancelAll
    /// A task that runs because nothing else was left is now needed: delay it no longer.
    case endIdleWait(Ticket)
    /// A body that may never return occupies a thread: let there be one more, for good.
    case replaced(Ticket)
    /// A node has its outcome, for results and the log.
    case settled(Ticket, LaunchOutcome)
    /// The module has launched.
    case launched(Int)
    /// Drop the events that are held for a module.
    case discard(Int, LaunchOutcome)
    /// Refuse calls of a module's routes.
    case detach(Int, LaunchOutcome)
    /// Shut a module down, and pass ``Input/gone(_:)``.
    case shutDown(Int)
    /// The app is ready.
    case ready
    /// The run has ended; a run that had not started has no such action.
    case stop(Ending)
    /// Answer a wait.
    case resume(Int, Resumption)
    /// The health of modules may have changed.
    case changed
  }

  /// The answer to an input, for its caller alone.
  package enum Answer: Sendable, Equatable {
    case accepted
    case refused(Refusal)
  }

  /// The reason why an input was refused; apart from a body that may not begin, it has changed
  /// nothing.
  package enum Refusal: Error, Sendable, Equatable {
    /// The ticket or the module isn't current, or the body must not run.
    case stale
    /// The requested module waits for the node that needs it, along this path.
    case circle([Int])
    /// The run has ended, this was decided before, or no task waits for the milestone.
    case over
  }
}
