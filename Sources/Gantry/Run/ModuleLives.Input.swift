// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ModuleLives {
  /// Something that happened to a run.
  enum Input: Sendable, Equatable {
    /// The body of a node is about to run.
    case began(NodeID)
    /// The launch has the outcome of a node.
    case settled(NodeID, LaunchOutcome)
    /// A module was created, or the handlers of a function were bound.
    case created(Int)
    /// A node is needed now.
    case demanded(NodeID)
    /// A module is needed now: by a node that waits for it, or from outside of all modules.
    case needed(Int, by: NodeID?)
    /// A node no longer waits for a module that it needed.
    case obtained(Int, by: NodeID)
    /// A task waits for the outcome of a node.
    case awaited(NodeID, by: Waiter)
    /// A task waits no longer.
    case gaveUp(Waiter, for: NodeID)
    case reached(Milestone)
    /// A module is to go, with all that require it. The dormant ones of its nodes wait for a milestone
    /// or a demand, which may never come.
    case switchedOff(Int, dormant: Set<NodeID>, as: Leave = .wish)
    /// A module is to come back, with those that went or failed because of it.
    case switchedOn(Int)
    /// Modules are on that come back or were added: nothing of an earlier attempt is left.
    case returned([Int])
    /// Modules were added; they are off until they are ``returned(_:)``.
    case extended(NodeTable)
    /// The run is to end: the launch doesn't go on.
    case stopped
    /// The modules are to be shut down: none is created from now on.
    case closed
  }

  /// Why a module goes.
  enum Leave: Sendable, Equatable {
    /// It was switched off.
    case wish
    /// It comes back at once, as a new one.
    case renewal
    /// It has failed after it had launched.
    case failure(String)
  }

  /// Something that has to be done.
  enum Action: Sendable, Equatable {
    /// Tell the launch that a node is needed.
    case demand(NodeID)
    /// Tell the launch of a milestone.
    case reach(Milestone)
    /// Let a waiting task go on; nil when no outcome will come.
    case resume(Waiter, LaunchOutcome?)
    /// Keep or drop the result of a task.
    case settleResult(NodeID, counts: Bool)
    /// Forget the result of a task, which may run again.
    case forgetResult(NodeID)
    /// Drop the events that are held for a module.
    case discard(Int, Reason)
    /// Refuse calls of a module's routes.
    case detach(Int, Reason)
    /// Shut modules down in this order, as far as they exist.
    case shutDown([Int])
    /// Make these modules ready to launch, and hand them in as ``Input/returned(_:)``.
    case launch([Int])
    /// Let the launch take these nodes back; the missing ones belong to modules that are off.
    case takeBack([NodeID], missing: Set<NodeID>)
    /// Cancel the launch.
    case cancel
    /// The input was refused; nothing has changed.
    case refuse(Refusal)
  }

  /// Why a module hears and answers nothing.
  enum Reason: Sendable, Equatable {
    case ended(LaunchOutcome)
    /// It is switched off, because of the root.
    case off(root: Int)
  }

  /// Why an input was refused.
  enum Refusal: Error, Equatable {
    /// The node's module is switched off, because of the root.
    case isOff(Int, root: Int)
    /// The module that is needed waits for the node that needs it, along this path.
    case circle([NodeID])
    /// A node of a module that would go is running, or will run.
    case stillLaunching(NodeID)
    /// The app cannot run without the last module, which requires the one before it.
    case essential([Int])
    /// The module did not launch, so there is nothing to switch off.
    case notLaunched
    /// The module requires these, which do not run.
    case requires([Int])
    /// The run has ended, or the module exists already.
    case ended
  }
}

extension LaunchAssembly.Work {
  /// The module that the work is done for.
  var module: Int {
    switch self {
    case .create(let module, _), .finish(let module), .listen(let module), .task(let module, _):
      module
    }
  }
}
