// SPDX-License-Identifier: Apache-2.0

import Gantry

// Mistakes in the arguments of a macro: the compiler finds them where they are written, and the
// expansion of `@Module` must not have them a second time.

struct Ping: Event {}

extension Milestone {
  static let consent = Milestone("consent")
}

extension ServiceQualifier {
  static let europe: Self = "europe"
}

enum Limits {
  static let short = Duration.seconds(1)
}

@Module
final class LaunchModule {
  @Launch(.defered) func stage() {}  // error: type 'LaunchStage' has no member 'defered'
  @Launch(nowhere) func unknown() {}  // error: cannot find 'nowhere' in scope
  @Launch(Limits.short) func other() {}  // error: cannot convert value of type 'Duration' to
  @Launch(stage: .afterReady) func labeled() {}  // error: extraneous argument label 'stage:'
  @Launch(prority: 3) func misspelled() {}  // error: have 'prority:', expected 'priority:'
  @Launch(priority: 3, after: "Other") func order() {}  // error: have 'priority:after:', expected
  @Launch(priority: "high") func text() {}  // error: cannot convert value of type 'String' to
  @Launch(requires: 3) func number() {}  // error: cannot convert value of type 'Int' to
  @Launch(requires: "a b") func name() {}  // error: 'a b' is not a name: names have no spaces
  @Launch(timeout: 5) func time() {}  // error: cannot convert value of type 'Int' to
  @Launch(timeout: .seconds("5")) func seconds() {}  // error: cannot convert value of type 'String'
  @Launch(timeout: Limits.long) func limit() {}  // error: type 'Limits' has no member 'long'
  @Launch(retry: .bakoff) func retry() {}  // error: type 'RetryPolicy' has no member 'bakoff'
  @Launch(enabled: .debgu) func enabled() {}  // error: type 'Condition' has no member 'debgu'
  @Launch(.afterReady, after: .consentt) func milestone() {}  // error: member 'consentt' cannot be

  // As right as they are unknown to the macro.
  @Launch(.afterReady, after: .consent) func consented() {}
  @Launch(timeout: Limits.short) func limited() async {}
}

@Module
@MainActor
final class HandlerModule {
  @On(.onse) func repetition(_ event: Ping) {}  // error: 'HandlerRepetition' has no member 'onse'
  @On(prority: 3) func misspelled(_ event: Ping) {}  // error: have 'prority:', expected 'priority:'
  @On(priority: "x") func text(_ event: Ping) {}  // error: cannot convert value of type 'String' to
  @On(priority: 3, .once) func order(_ event: Ping) {}  // error: unnamed argument #2 must precede
  @On(named: 3) func named(_ event: NamedEvent) {}  // error: cannot convert value of type 'Int' to
  @Run(.allways) func allways() async {}  // error: type 'RestartPolicy' has no member 'allways'
  @Run(retri: .never) func retri() async {}  // error: have 'retri:', expected 'retry:'
  @Shutdown(timout: .seconds(3)) func close() {}  // error: have 'timout:', expected 'timeout:'
}

@Module
actor ServiceArgumentModule {
  @Provides(.europa) var first: String { "" }  // error: has no member 'europa'
  @Provides(scope: .shard) var second: Int { 2 }  // error: 'ServiceScope' has no member 'shard'
  @Provides(fallbak: true) var third: Bool { true }  // error: have 'fallbak:', expected 'fallback:'
  @Inject(.europa) let wrong: String  // error: has no member 'europa'
  @Inject(name: "x") let labeled: String  // error: extraneous argument label 'name:'
  @Inject(.europe) let right: String
  @Provides(.europe, scope: .unique) var fourth: String { "" }
}

@Module
final class RouteArgumentModule {
  @Route("a", access: .extrnal) func first() {}  // error: 'RouteOrigin' has no member 'extrnal'
  @Route("b", acces: .external) func second() {}  // error: have '_:acces:', expected '_:access:'
  @Route(3) func third() {}  // error: cannot convert value of type 'Int' to expected argument type
}

@Module(stage: .defered)  // error: type 'LaunchStage' has no member 'defered'
final class StageModule {
  @Launch func open() {}
}

@Module(priority: 3, after: "Other")  // error: have 'priority:after:', expected
final class OrderModule {
  @On func heard(_ event: Ping) {}
}

@Launch(.defered) func stage() {}  // error: 'LaunchStage' has no member 'defered'

@Launch(prority: 3) func misspelled() {}  // error: have 'prority:', expected 'priority:'

@On(.onse) func repetition(_ event: Ping) {}  // error: 'HandlerRepetition' has no member 'onse'

@Route("c", access: .extrnal) func page() {}  // error: 'RouteOrigin' has no member 'extrnal'
