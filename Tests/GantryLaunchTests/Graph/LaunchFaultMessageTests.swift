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
        .firstNeedsMilestone(
          path: ["A"], edge: LaunchEdge(.requires, "consent", declaredAt: "a.swift:1")),
        "A → milestone consent: A is `.first`, and would wait for a milestone (a.swift:1). "
          + "Make it `.afterReady`."
      ),
      (
        .firstNeedsMilestone(
          path: ["A", "B"], edge: LaunchEdge(.requires, "consent", declaredAt: "b.swift:1")),
        "A → B → milestone consent: A is `.first`, and would wait for a milestone (b.swift:1). "
          + "Keep A from requiring B."
      ),
      (
        .firstRequiresLater(path: ["A", "B"], stage: .idle, edge: edge),
        "A → B: A is `.first`, and B is `.idle` (a.swift:1, injects any StorageService). "
          + "Make B `.beforeReady`, or keep A from requiring it."
      ),
      (
        .firstWaitsForOthers(
          path: ["A"], other: "B", declaredBy: "B",
          edge: LaunchEdge(.before, "A", declaredAt: "b.swift:1")),
        "B comes before A (b.swift:1), but A is `.first`. Let A require B, which then also runs "
          + "first, or remove the dependency."
      ),
      (
        .firstWaitsForOthers(
          path: ["A", "B"], other: "C", declaredBy: "B",
          edge: LaunchEdge(
            .wants, "C", declaredAt: "b.swift:1", reason: .service(type: "any Log", .one))),
        "B wants C (b.swift:1, injects any Log), but B runs first, since A is `.first` and requires "
          + "it. Let B require C, which then also runs first, inject any Log as `Lazy`, or remove "
          + "the dependency."
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
