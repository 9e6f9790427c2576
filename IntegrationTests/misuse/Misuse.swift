// SPDX-License-Identifier: Apache-2.0

import Gantry

// What only the compiler can see: each `error:` is what it must say at that very line, although
// the mistake comes to light in the expansion of a macro.

struct NotAnEvent {}
struct Renamed: Event {}
class NotSendable {}

@Module
final class EventModule {
  @On func heard(_ event: NotAnEvent) {}  // error: this type isn't an event
}

@Module
@MainActor
final class MainModule {
  @On func heard(_ event: NotAnEvent) {}  // error: this type isn't an event
}

@Module
actor WorkerModule {
  @Launch func first() {}
  @On func heard(_ event: NotAnEvent) async {}  // error: this type isn't an event

  @On func later(_ event: DidBecomeActive) {}
}

@Module
@MainActor
final class AnswerModule {
  @On func open(_ event: OpenURL) -> Int { 1 }  // error: cannot convert value of type 'Int' to
}

@Module
@MainActor
final class EventAnswerModule {
  @On func heard(_ event: Renamed) -> Bool { true }  // error: an Event has no answer: return nothi
}

@Module
final class WorkModule {
  @Run var number: Int { 3 }  // error: value of type 'Int' has no member 'run'
  @Run func sudden() {}  // error: 'sudden' must be async
}

@Module
final class OptionModule {
  @Launch(.nowhere) func open() {}  // error: type 'LaunchStage' has no member 'nowhere'
}

@Module
final class ServiceModule {
  @Provides var name: NotSendable { NotSendable() }  // error: does not conform to the 'Sendable'
}

@Module
@MainActor
final class ClientModule {
  @Inject let name: NotSendable  // 2 errors: does not conform to the 'Sendable' protocol
}

@Module
final class ResultModule {
  @Launch func open() -> NotSendable { NotSendable() }  // 3 errors: does not conform to

  @Launch func close() {}

  @Launch func read(_ value: NotSendable) async {}  // 2 errors: does not conform to
}

@Module
final class ConditionalModule {
  #if os(Nowhere)
    @Launch func open() {}
  #else
    @On func heard(_ event: NotAnEvent) {}  // error: this type isn't an event
  #endif
  @Launch func close() {}
}

@On func heard(_ event: NotAnEvent) {}  // error: this type isn't an event

@On func heardNumber(_ event: Int) {}  // error: 'Int' isn't an event

@On(named: "a") func heardName(_ event: String) {}  // error: takes a NamedEvent, not 'String'

@Route func routed(id: Int) {}  // error: a @Route function without a pattern takes one typed route

@Route func untyped(_ value: NotAnEvent) {}  // 2 errors: 'NotAnEvent'

@RoutePattern("pages/:id") struct Plain { var id: Int }

@RoutePattern("numbers/:id") struct Number { typealias Output = Int; var id: Int }

@Route nonisolated func dropped(_ route: Plain) -> Int { 3 }  // error: 'Int' to closure result type

@Route @MainActor func text(_ route: Number) -> String { "" }  // error: 'String' to closure result

@Route func told(_ route: Number) {}  // 2 errors: cannot convert value of type '()' to closure

@On func answered(_ event: Renamed) -> Bool { true }  // error: 'answering' is unavailable: an Event

@Launch func give() -> NotSendable { NotSendable() }  // 3 errors: does not conform to

@Launch(requires: 3) func task() {}  // error: cannot convert value of type 'Int' to expected
