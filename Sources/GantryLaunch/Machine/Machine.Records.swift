// SPDX-License-Identifier: Apache-2.0

package import GantryText

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
    /// It waits only for a place in its lane.
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
    /// The number of attempts before the current life.
    var base: Int32 = 0
    /// The number of waits left: dependencies, milestones, and the stage.
    package internal(set) var left: Int32
    var isStageOpen = false
    /// Whether something asked for it. A demand stays if the node did not run because of others.
    var isDemanded = false
    /// Whether it has come back, and *ready* doesn't depend on it. A node of a later stage that had
    /// neither run nor settled because of others isn't extra: its one run is that of the launch.
    package internal(set) var isExtra = false
    /// Whether the body of the current attempt has begun.
    package internal(set) var hasBegun = false
    var isPlaced = false
    /// The event that ended its last wait.
    package internal(set) var cause = Cause.start
    package internal(set) var queued: Duration?
    /// When the first body of this life began.
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

    /// The number of attempts in the current life.
    package var attempts: Int32 { attempt - base }
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

  /// The place of a body beyond its attempt.
  package enum Stray: Sendable, Equatable {
    /// It needs none.
    case placeless
    /// It keeps its place.
    case placed
    /// Another body has its place.
    case lent
  }

  /// The record of a module.
  package struct Module: Sendable, Equatable {
    package internal(set) var life: LifeID
    package internal(set) var presence = Presence.absent
    /// Nil for a module that may run.
    package internal(set) var off: Off?
    /// The number of its nodes that run, without strays.
    var running = 0

    init(life: LifeID) { self.life = life }
  }

  /// Whether an instance of a module exists.
  package enum Presence: Sendable, Equatable {
    case absent
    case present
    /// It is being shut down.
    case leaving
  }

  /// Why a module is off.
  package struct Off: Sendable, Equatable {
    /// The module that was switched off or has failed; the others require it.
    package internal(set) var root: Int
    /// The error of the root; nil if it was switched off, or launches again after a failure.
    package internal(set) var failure: String?
  }

  /// The progress of a run.
  package enum Course: Sendable, Equatable {
    case waiting
    case open
    /// No more bodies begin, and running ones are cancelled. Only modules that were leaving are shut
    /// down before the run closes. A body that fails now counts as cancelled.
    case ending
    /// The modules are shut down.
    case closing
    case closed
  }

  /// The reason why a run ends.
  package enum Ending: Sendable, Equatable {
    /// An essential node did not succeed.
    case essential(Int)
    /// A module failed after its launch. The last module of the path is essential, and each requires
    /// the one before it.
    case failure(path: [Int], reason: String)
    case stopped
    case cancelled
    /// The launch took too long.
    case overdue
    /// The system gave no threads.
    case noThreads(String)
  }

  /// Modules that leave, in the order in which they are shut down.
  struct Departure: Sendable, Equatable {
    struct Member: Sendable, Equatable {
      let module: Int
      let life: LifeID
    }
    let members: [Member]
    let isStop: Bool
    /// The member that is being shut down, or is the next one.
    var next = 0
    var isUnderway = false

    init(members: [Member], isStop: Bool) {
      self.members = members
      self.isStop = isStop
    }
  }

  /// Modules that come back.
  package struct Return: Sendable, Equatable {
    /// The module that was switched on.
    package let root: Int
    /// Those that have come back, in launch order; empty before, and if a requirement of the root
    /// went off meanwhile.
    package internal(set) var group: [Int]
    /// The nodes that run again; nil until the modules before them are gone.
    package internal(set) var nodes: [Int]?
    package internal(set) var start: Duration
  }

  /// A caller that waits.
  struct Wait: Sendable, Equatable {
    let id: Int
    let goal: Goal
    let caller: Caller?
  }

  /// The goal of a wait.
  package enum Goal: Sendable, Hashable {
    case outcome(Int)
    case ready
    /// Nothing runs, and all nodes that are left need a milestone or a demand.
    case quiet
    /// The nodes of a return have settled, or need a milestone or a demand; or it was given up, since
    /// its module was switched off again or a requirement is off.
    case returned(Int)
    /// The modules of a departure are gone.
    case gone(Int)
    /// No body runs.
    case bodies
    case closed
  }

  /// The code that waits, if it is a part of the run; its wait leaves out what waits for it.
  package enum Caller: Sendable, Hashable {
    case node(Int)
    case module(Int)
  }

  /// The result of a wait.
  package enum Resumption: Sendable, Equatable {
    case done
    case outcome(LaunchOutcome)
    /// Modules have come back, and their nodes are at rest.
    case returned(Return)
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
    case gone(LifeID)
    case reached(Milestone)
    /// A node is needed now, with all its dependencies: at once, or from the start. The caller waits
    /// for nothing, so this closes no circle.
    case demanded(Int)
    /// A provider is needed now, by a node that waits for it or by code outside of all nodes.
    case needed(Int, by: Int?)
    /// A node no longer waits for a provider that it needed.
    case obtained(Int, by: Int)
    /// A node waits until the app is ready; refused if *ready* waits for that node.
    case readyNeeded(by: Int)
    /// A node no longer waits until the app is ready.
    case readyObtained(by: Int)
    case switchedOff(Int)
    case switchedOn(Int)
    /// A module that exists failed.
    case failed(LifeID, String)
    case awaited(Int, Goal, by: Caller?)
    case gaveUp(Int)
    /// The start is cancelled, unless the app is ready.
    case startCancelled
    /// The start has used up its time, unless the app is ready.
    case startOverdue
    /// No thread can be created for bodies that block.
    case stranded(String)
    case stop
    /// The modules are shut down; bodies that still run are left behind. The application passes it in
    /// when no body runs any more, or when the time for that is over.
    case close
  }

  /// An action that the driver carries out.
  package enum Action: Sendable, Equatable {
    case run(Ticket)
    /// An attempt failed: pass ``Input/rested(_:)`` after some time. After zero, the next attempt
    /// has its own ``run(_:)``.
    case retry(Ticket, after: Duration)
    case cancel(Ticket)
    case cancelAll
    /// A task that runs because nothing else was left is now needed: delay it no longer.
    case hurry(Ticket)
    /// Start another thread in place of one that may not return.
    case replaced(Ticket)
    /// A node has its outcome, for results and the log.
    case settled(Ticket, LaunchOutcome)
    /// A new life of a module begins.
    case announce(Int, LifeID)
    /// The module has launched.
    case launched(Int, LifeID)
    /// Drop the events that are held for a module.
    case discard(Int, LifeID, Silence)
    /// Refuse calls of a module's routes.
    case detach(Int, LifeID, Silence)
    case shutDown(Int, LifeID)
    /// The stop has reached a module that is already being shut down. From now on, a share of the
    /// stop's time is its limit, too.
    case hasten(Int, LifeID)
    case ready
    case stop(Ending)
    case resume(Int, Resumption)
    /// The health of modules may have changed.
    case changed
  }

  /// The reason why a module hears no events and answers no routes.
  package enum Silence: Sendable, Equatable {
    case ended(LaunchOutcome)
    case off(OffReason)
  }

  /// The answer to an input, for its caller alone.
  package enum Answer: Sendable, Equatable {
    case accepted
    case refused(Refusal)
    case created(LifeID)
    /// The modules that go off, in reverse launch order, and the lives of those that exist, which
    /// leave; the number is for ``Goal/gone(_:)``.
    case leaving(Int, [Int], [LifeID])
    /// The number is for ``Goal/returned(_:)``; these modules are shut down before.
    case returning(Int, leaving: [LifeID])
  }

  /// The reason why an input was refused; apart from a body that may not begin, it has changed
  /// nothing.
  package enum Refusal: Error, Sendable, Equatable {
    /// The ticket or the life isn't current, or the body must not run.
    case stale
    /// The requested module waits for the node that needs it, along this path.
    case circle([Int])
    /// A node of a module that would stop is running, or will run.
    case stillLaunching(Int)
    /// The app cannot run without the last module, which requires the one before it.
    case essential([Int])
    /// The module did not launch and has left nothing, so there is nothing to switch off.
    case notLaunched
    /// The module requires these modules, which do not run.
    case requires([Int])
    /// The run has ended, or this was decided before.
    case over
  }
}

extension LaunchOutcome {
  /// Whether a task did not run because of others.
  package var isWithoutRunning: Bool {
    switch self {
    case .skipped, .blocked: true
    case .succeeded, .failed, .timedOut, .cancelled, .quarantined: false
    }
  }
}
