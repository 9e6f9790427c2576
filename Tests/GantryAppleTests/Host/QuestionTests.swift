// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import GantrySupport
import GantryTesting
import Testing

@MainActor
@Suite struct QuestionTests {
  /// Makes a module answer later whether the app may quit, and returns a closure that answers.
  private func lateAnswer(in system: FakeSystem) -> (Bool) -> Void {
    var reply: Reply<Bool>?
    system.keep(
      system.events.hear(ShouldTerminate.self) { event in
        event.reply?.expect("Editor")
        reply = event.reply
      })
    return { reply?.answer($0, from: "Editor") }
  }

  @Test(
    .tags(.b8),
    arguments: [
      ([], nil), ([InterfaceOrientations.all], InterfaceOrientations.all),
      ([.all, .portrait], .portrait), ([.portrait, .landscape], nil),
      ([[.portrait, .landscapeLeft], .landscape], .landscapeLeft),
    ] as [([InterfaceOrientations], InterfaceOrientations?)])
  func `orientations are those that all modules allow, or nil`(
    answers: [InterfaceOrientations], expected: InterfaceOrientations?
  ) {
    let system = FakeSystem()
    for answer in answers {
      system.keep(system.events.answer(SupportedOrientations.self) { _ in answer })
    }
    #expect(system.host.orientations(in: nil) == expected)
  }

  private struct Configure: LifecycleEvent {
    let role: String
    static var merge: MergeRule<String?> { .first() }
  }

  @Test(
    .tags(.b9),
    arguments: [
      ("car", "Car's", []), ("window", "Phone's", []), ("none", nil, []),
      (
        "shared", "Phone's",
        [
          """
          Phone and Car answer Configure for the role 'shared', and the answer of Phone counts. Let \
          the others return nil.
          """
        ]
      ),
    ] as [(String, String?, [String])])
  func `the first answer for a role counts, by priority, and a second one is a warning`(
    role: String, answer: String?, warnings: [String]
  ) {
    let system = FakeSystem()
    system.keep(
      system.events.observe(answering: Configure.self, as: "Car") { event -> String?? in
        .some(["car", "shared"].contains(event.role) ? "Car's" : nil)
      })
    system.keep(
      system.events.observe(
        answering: Configure.self, as: "Phone", HandlerOptions(priority: .high)
      ) { event -> String?? in
        .some(["window", "shared"].contains(event.role) ? "Phone's" : nil)
      })
    #expect(system.host.one(Configure(role: role), about: "the role '\(role)'") == answer)
    #if DEBUG
      #expect(system.warnings.lines == warnings)
    #else
      #expect(system.warnings.lines == [])
    #endif
  }

  /// Answers a question, and launches once a test lets it.
  @Module
  final class Late {
    @Inject let gate: Promise<Void>
    @Launch func start() async { await gate.value() }
    @On func restore(_ event: SceneRestorationActivity) -> UserActivity? {
      UserActivity(type: "saved")
    }
  }

  @Test
  func `a question that can't wait for a launching module is answered without, with a warning`()
    async
  {
    let gate = Promise<Void>()
    let system = FakeSystem([Late.self], adding: { $0.provide(gate, as: Promise<Void>.self) })
    let ask = {
      system.host.oneNow(
        SceneRestorationActivity(scene: "main"), about: "the scene", otherwise: "Do this.")
    }
    #expect(system.host.launch(LaunchFacts()))
    #expect(ask() == nil)
    let warning = """
      modules that hear SceneRestorationActivity are still launching, too late for the scene. Do this.
      """
    #expect(system.warnings.lines == [warning])
    gate.resolve(())
    await system.host.idle()
    #expect(ask()?.type == "saved")
    #expect(system.warnings.lines == [warning])
  }

  @Test(.tags(.b48)) func `an app may quit immediately unless a module objects`() {
    let system = FakeSystem()
    #expect(system.host.shouldTerminate { _ in Issue.record("told") } == .now)
    system.keep(system.events.answer(ShouldTerminate.self) { _ in false })
    #expect(system.host.shouldTerminate { _ in Issue.record("told") } == .never)
  }

  @Test(.tags(.b48), arguments: [true, false])
  func `a late answer to quitting is passed on once`(isAllowed: Bool) async {
    let system = FakeSystem()
    let answerLate = lateAnswer(in: system)
    var answers: [Bool] = []
    #expect(system.host.shouldTerminate { answers.append($0) } == .later)
    answerLate(isAllowed)
    answerLate(!isAllowed)
    await waits { !answers.isEmpty }
    #expect(answers == [isAllowed])
  }

  @Test(.tags(.b48), arguments: [nil, true, false])
  func `the app decides with the known answers if modules can't answer later`(known: Bool?) async {
    let system = FakeSystem(serving: false)
    let answerLate = lateAnswer(in: system)
    if let known {
      system.keep(system.events.answer(ShouldTerminate.self, as: "Cart") { _ in known })
    }
    let answer = system.host.shouldTerminate { _ in Issue.record("told") }
    #expect(answer == (known == false ? .never : .now))
    answerLate(false)
    await system.host.idle()
  }

  @Test func `an answer counts even if it comes during the check for late answers`() {
    let system = FakeSystem()
    let answerLate = lateAnswer(in: system)
    for isServed in [true, false] {
      system.host.servesMain = {
        answerLate(false)
        return isServed
      }
      #expect(system.host.shouldTerminate { _ in Issue.record("told") } == .never)
    }
  }

  @Test func `a launching module does not object to quitting`() {
    let system = FakeSystem([Objector.self])
    #expect(system.host.shouldTerminate { _ in } == .now)
  }

  @Test(.tags(.b40)) func `a scene is restored with the first activity that a module gives`() {
    let system = FakeSystem()
    #expect(system.events.send(SceneRestorationActivity(scene: "main")) == nil)
    for type in [nil, "reading", "writing"] {
      system.keep(
        system.events.answer(SceneRestorationActivity.self) { _ in
          .some(type.map { UserActivity(type: $0) })
        })
    }
    #expect(system.events.send(SceneRestorationActivity(scene: "main"))?.type == "reading")
  }

  @Test func `modules get back their saved state, and unreadable state is ignored`() {
    let system = FakeSystem()
    #expect(system.host.savedState() == nil)
    system.keep(
      system.events.answer(SaveState.self) { _ in SavedState(Data([1]), for: "Orders") })
    let saved = system.host.savedState()
    #expect(saved != nil)
    system.host.restoreState(saved ?? Data())
    system.host.restoreState(Data("{".utf8))
    #expect(system.sent.of(RestoreState.self).map { $0.state["Orders"] } == [Data([1])])
  }

  @Test func `a payload is JSON without the values that JSON can't hold`() {
    let payload: [AnyHashable: Any] = ["aps": ["badge": 1], "date": Date(), 1: "one"]
    #expect(String(data: AppHost.json(payload), encoding: .utf8) == #"{"aps":{"badge":1}}"#)
  }
}

@Module(name: "Objector")
final class Objector {
  @On func end(_ event: ShouldTerminate) -> Bool { false }
}
