// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantrySupport

extension LaunchNode {
  /// A node of a test: the part of its name before the first dot is its owner.
  init(
    _ name: String, role: Role = .task, stage: LaunchStage = .beforeReady,
    lane: LaunchLane = .background, isAsynchronous: Bool = false, priority: Priority = 0,
    tieBreak: Int = 0, edges: [LaunchEdge] = [], isEssential: Bool = false,
    timeout: Duration? = nil, retry: RetryPolicy = .never, declaredAt: String = "",
    isJoin: Bool = false, skipped: OffReason? = nil
  ) {
    self.init(
      name, owner: ModuleName(String(name.prefix { $0 != "." })), role: role, stage: stage,
      lane: lane, isAsynchronous: isAsynchronous, priority: priority, tieBreak: tieBreak,
      edges: edges, isEssential: isEssential, timeout: timeout, retry: retry,
      declaredAt: declaredAt, isJoin: isJoin, skipped: skipped)
  }
}
