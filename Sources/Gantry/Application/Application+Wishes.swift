// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText
internal import Logging
internal import Synchronization

extension Application {
  /// Says that a milestone has been reached; what waits for it starts.
  ///
  /// Said before a launch has begun, also in `willLaunch`, it holds for the one that begins next;
  /// while the application stops, it is ignored. One that is not declared starts nothing; a warning
  /// in the log names what was probably meant.
  ///
  /// - Parameter milestone: One of those that the application declares.
  public func reach(_ milestone: Milestone) {
    guard milestones.contains(milestone) else {
      let near = Wording.near(NearNames.of(milestone.name, among: milestones.map(\.name)))
      return logger.warning(
        """
        nothing to reach: the app declares no milestone \(milestone).\(near) Declare it in \
        `Application(milestones:)`, or correct the name.
        """)
    }
    guard let run = runOrWish({ $0.milestones.insert(milestone) }) else { return }
    reached.withLock { _ = $0.insert(milestone) }
    run.modules.runs.reach(milestone)
  }

  /// Starts an on-demand task or module, and what it requires.
  ///
  /// Asked for before a launch has begun, it starts with the one that begins next.
  /// A name that is not linked starts nothing; a warning in the log names what was probably meant.
  ///
  /// - Parameter name: The task or module.
  public func demand(_ name: ModuleName) {
    if inventory.knows(name) {
      runOrWish { $0.names.insert(name) }?.modules.runs.demand(name.rawValue)
    } else {
      logger.warning("nothing to demand: \(explain(name))", metadata: ["gantry.task": "\(name)"])
    }
  }

  /// Tells a launch what was asked for before it began.
  func grantWishes(to launch: LaunchRun) {
    let wishes = wishes.withLock { wishes in
      defer { wishes = Wishes() }
      return wishes
    }
    reached.withLock { $0 = wishes.milestones }
    for milestone in wishes.milestones.sorted(by: { $0.name < $1.name }) {
      launch.reach(milestone)
    }
    for name in wishes.names.map(\.rawValue).sorted() { launch.demand(name) }
  }

  /// The run; where there is none yet, what was asked for is kept for the one that begins next.
  private func runOrWish(_ note: @Sendable (inout Wishes) -> Void) -> Run? {
    state.withLock { phase in
      switch phase {
      case .running(let run): return run
      case .idle, .preparing: wishes.withLock { note(&$0) }
      case .stopping: break
      }
      return nil
    }
  }
}
