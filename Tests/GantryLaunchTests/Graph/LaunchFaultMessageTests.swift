// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import Testing

@Suite struct LaunchFaultMessageTests {
  static let edge = LaunchEdge(
    .requires, "B", declaredAt: "a.swift:1", reason: .stated("injects any StorageService"))

  @Test(
    arguments: [
      (
        .unknownTarget(node: "A", edge: edge, near: ["Bee"]),
        "A requires B (a.swift:1, injects any StorageService), but nothing is named B. "
          + "Did you mean Bee? Link it, correct the name, or make it `wants:`."
      ),
      (
        .unknownTarget(node: "A", edge: LaunchEdge(.requiredBy, "C"), near: []),
        "A says it is required by C (an unknown place), but nothing is named C. "
          + "Link it, correct the name, or make it `wantedBy:`."
      ),
      (
        .cycle([
          .init(waiting: "A", waitsFor: "B", declaredBy: "A", edge: edge),
          .init(waiting: "B", waitsFor: "A", declaredBy: "A", edge: LaunchEdge(.before, "B")),
        ]),
        "A → B → A wait for each other. Remove one dependency:"
          + "\n  A waits for B: A requires B (a.swift:1, injects any StorageService)"
          + "\n  B waits for A: A comes before B (an unknown place)"
      ),
      (
        .duplicateName("A", declaredAt: ["a.swift:1", "b.swift:2"]),
        "A is declared more than once: at a.swift:1 and b.swift:2. Rename all but one."
      ),
      (
        .blockingNeedsMilestone(
          path: ["A", "B"], edge: LaunchEdge(.after, "consent", declaredAt: "b.swift:1")),
        "A → B → milestone consent: ready would wait for a milestone "
          + "(B waits for it: b.swift:1). Make B `.afterReady`, and keep A from needing it."
      ),
      (
        .blockingRequiresOnDemand(path: ["A", "B"], edge: LaunchEdge(.requires, "B")),
        "A → B: ready would wait for B, which runs on demand (an unknown place). "
          + "Make it `.beforeReady`, or use it lazily."
      ),
      (
        .selfEdge(node: "A", edge: LaunchEdge(.after, "A", declaredAt: "a.swift:1")),
        "A comes after A (a.swift:1), which is itself. Remove the dependency."
      ),
      (
        .beforeMilestone(node: "A", edge: LaunchEdge(.before, "m", declaredAt: "a.swift:1")),
        "A comes before m (a.swift:1), which is a milestone: the app reaches it itself. "
          + "Remove the dependency, or reach the milestone when A has run."
      ),
    ] as [(Fault, String)])
  func `each fault's message says what is wrong, where, and how to fix it`(
    fault: Fault, message: String
  ) {
    #expect(fault.message == message)
  }
}
