// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct MisuseTests {
  /// A source and its expected diagnostics: `line: message | fix` for each.
  struct Row: CustomTestStringConvertible, Sendable {
    let source: String
    let messages: [String]
    var testDescription: String { source }

    init(_ source: String, _ messages: String...) {
      self.source = source
      self.messages = messages
    }
  }

  @Test(arguments: types + places + signatures + services + ownServices + names + hiding)
  func `every misuse has its message at its line`(row: Row) {
    #expect(Expansion(row.source).messages == row.messages)
  }

  @Test(arguments: [
    Row(
      "@Module final class A: Base, P {}",
      "1: module 'A' inherits from 'Base', which is a module: put the code that both share into a "
        + "class that isn't one, or into a service"),
    Row("@Module final class A: Module {}"), Row("@Module final class A: Base, Gantry.Module {}"),
    Row("@Module final class A {}"), Row("@Module actor A {}"),
  ])
  func `a class that is a module before its expansion has a module as its superclass`(row: Row) {
    let expansion = Expansion(row.source, conforming: true)
    #expect(expansion.messages == row.messages)
    #expect(expansion.text.contains("manifest") == row.messages.isEmpty, "\(expansion.text)")
  }

  /// A source with one mistake, and the source after its fix.
  @Test(arguments: [
    ("@Module class A {}", "@Module final class A {}"),
    ("@Module\nopen class A {}", "@Module\npublic final class A {}"),
    ("@Module\n@MainActor\npublic class A {}", "@Module\n@MainActor\npublic final class A {}"),
    ("@Module struct A {}", "@Module final class A {}"),
    (
      "enum E {\n  @Module private final class A {}\n}",
      "enum E {\n  @Module fileprivate final class A {}\n}"
    ),
    (
      "@Module final class A {\n  @Launch static func f() {}\n}",
      "@Module final class A {\n  @Launch func f() {}\n}"
    ),
    ("@On func f(_ event: E?) {}", "@On func f(_ event: E) {}"),
    (
      "@Module final class A {\n  @Inject var p: any P\n}",
      "@Module final class A {\n  @Inject let p: any P\n}"
    ),
    (
      "@Module final class A {\n  @Inject let p: any P = Q()\n}",
      "@Module final class A {\n  @Inject let p: any P\n}"
    ),
    (
      "@Module final class A {\n  @Provides var p: some P { Q() }\n}",
      "@Module final class A {\n  @Provides var p: any P { Q() }\n}"
    ),
  ])
  func `a fix-it corrects the source`(source: String, fixed: String) {
    #expect(Expansion(source).fixed == fixed)
    #expect(Expansion(fixed).messages == [])
  }
}

extension MisuseTests {
  /// The members of a module.
  static func inModule(_ members: String) -> String {
    "@Module final class OrdersModule {\n\(members)\n}"
  }

  static let types = [
    Row(
      "@Module struct A {}",
      "1: @Module needs a final class or an actor: a module has an identity, and a struct "
        + "has none | make it a final class"),
    Row(
      "@Module enum A {}",
      "1: @Module needs a final class or an actor: a module has an identity, and an enum "
        + "has none"),
    Row(
      "@Module protocol A {}",
      "1: @Module needs a final class or an actor: a module has an identity, and a "
        + "protocol has none"),
    Row(
      "@Module extension A {}",
      "1: @Module needs a final class or an actor: a module has an identity, and an "
        + "extension has none"),
    Row(
      "@Module class A {}",
      "1: module 'A' must be final: a subclass would be a second module without a "
        + "record | add 'final'"),
    Row(
      "@Module open class A {}",
      "1: module 'A' must be final: a subclass would be a second module without a "
        + "record | replace 'open' with 'public final'"),
    Row(
      "enum E {\n  @Module private final class A {}\n}",
      "2: module 'A' cannot be private inside another type: its conformance could not "
        + "see it; make it fileprivate | replace 'private' with 'fileprivate'"),
    Row(
      "enum E {\n  private enum F {\n    @Module final class A {}\n  }\n}",
      "3: module 'A' is in private type 'F', where its conformance cannot see it; "
        + "make 'F' fileprivate"),
    Row(
      "enum E {\n  @RoutePattern(\"a\") private struct A {}\n}",
      "2: route 'A' cannot be private inside another type: its conformance could not see it; make "
        + "it fileprivate | replace 'private' with 'fileprivate'"),
    Row(
      "enum E {\n  private enum F {\n    @RoutePattern(\"a\") struct A {}\n  }\n}",
      "3: route 'A' is in private type 'F', where its conformance cannot see it; make 'F' "
        + "fileprivate"),
    Row("@RoutePattern(\"a\") private struct A {}"),
    Row("private enum E {\n  @RoutePattern(\"a\") struct A {}\n}"),
    Row(
      "#if DEBUG\n@Module\n#endif\nfinal class A {\n  @Launch func f() {}\n}",
      "5: the @Module of 'A' is inside #if, where its members cannot see it: put the #if around "
        + "the whole type, or write enabled: .debug"),
    Row(
      "@Module final class `Big shop Module` {}",
      "1: 'Big shop ' is not a name: names have no spaces; write name: in @Module"),
    Row("@Module(name: \"BigShop\") final class `Big shop Module` {}"),
    Row(
      "@Launch func `set up`() {}",
      "1: 'set up' is not a name: names have no spaces; write name: in @Launch"),
    Row("@On(name: \"heard\") func `is heard`(_ event: E) {}"),
    Row(
      inModule("  @Inject let `self`: any P"),
      "2: a marked member cannot be named 'self', which means the module itself"),
    Row(
      inModule("  @Provides var `self`: any P { q }"),
      "2: a marked member cannot be named 'self', which means the module itself"),
    Row(
      inModule("  @Launch func `self`() {}"),
      "2: a marked member cannot be named 'self', which means the module itself"),
    Row(
      inModule("  @Inject let p: (any P)!"),
      "2: an @Inject property always has its value: write '?' if the module works without the "
        + "service, or remove the '!' | replace '!' with '?'"),
    Row(
      inModule("  @Provides var p: (any P)! { q }"),
      "2: no module can inject a service provided as '(any P)!': '@Inject let …: (any P)!' asks for "
        + "'any P'; provide 'any P', and throw or turn the module off where there is none | remove "
        + "'!'"),
    Row(
      "@Module final class A<T> {}",
      "1: module 'A' cannot be generic: a link-time record names one type"),
    Row(
      "@Module actor A<T> {}",
      "1: module 'A' cannot be generic: a link-time record names one type"),
    Row(
      "struct Box<T> {\n  @Module final class A {}\n}",
      "2: module 'A' cannot be in the generic type 'Box': a link-time record names one "
        + "type; move it out"),
    Row(
      inModule("  let size: Int"),
      "2: 'size' has no value in the generated init(context:): give it a default, mark "
        + "it @Inject, or write init(context:) in 'OrdersModule'"),
    Row(
      inModule("  @Inject let p: any P\n  var a: Int, b: Int { 1 }\n  var c: Int?"),
      "3: 'a' has no value in the generated init(context:): give it a default, mark it "
        + "@Inject, or write init(context:) in 'OrdersModule'"),
    Row(
      inModule("  let size: Int\n  init(context: ModuleContext) { size = 1 }")),
  ]

  static let places = [
    Row(
      "final class A {\n  @Launch func f() {}\n}",
      "2: @Launch has no effect in 'A', which isn't a @Module"),
    Row(
      "final class A {\n  @On func f(_ event: E) {}\n}",
      "2: @On has no effect in 'A', which isn't a @Module"),
    Row(
      "final class A {\n  @Shutdown func f() {}\n}",
      "2: @Shutdown has no effect in 'A', which isn't a @Module"),
    Row(
      "struct A {\n  @Provides var p: any P { Q() }\n}",
      "2: @Provides has no effect in 'A', which isn't a @Module"),
    Row(
      "actor A {\n  @Inject let p: any P\n}",
      "2: @Inject has no effect in 'A', which isn't a @Module"),
    Row(
      "extension A {\n  @Launch func f() {}\n}",
      "2: @Module cannot see @Launch in an extension: move it into the body of "
        + "the module"),
    Row(
      "extension A {\n  @On func f(_ event: E) {}\n}",
      "2: @Module cannot see @On in an extension: move it into the body of the module"),
    Row(
      "extension A {\n  @Provides var p: any P { Q() }\n}",
      "2: @Module cannot see @Provides in an extension: move it into the body of "
        + "the module"),
    Row(
      "@Shutdown func f() {}",
      "1: @Shutdown belongs on a member of a @Module type"),
    Row(
      "@Provides var p: any P { Q() }",
      "1: @Provides belongs on a member of a @Module type"),
    Row(
      inModule("  @Launch(.idle, name: \"Open\") func f() {}"),
      "2: 'name:' is for free functions: a method goes by its own name, 'f'"),
    Row(
      inModule("  @On(.once, name: \"Open\") func f(_ event: E) {}"),
      "2: 'name:' is for free functions: a method goes by its own name, 'f'"),
    Row(
      inModule("  @Route(name: \"Open\") nonisolated func f(_ page: Page) {}"),
      "2: 'name:' is for free functions: a method goes by its own name, 'f'"),
    Row(
      "@Route(\"a\", name: \"two words\") nonisolated func f() {}",
      "1: 'two words' is not a name: names have no spaces"),
    Row(
      "func g() {\n  @On func f(_ event: E) {}\n}",
      "2: @On on a local function is never called: move it to file scope"),
    Row(
      "func g() {\n  @Launch func f() {}\n}",
      "2: @Launch on a local function is never called: move it to file scope"),
    Row(
      inModule("  @On @On func f(_ event: E) {}"),
      "2: @On is written twice on one declaration"),
    Row(
      inModule("  @Launch @Shutdown func f() {}"),
      "2: a declaration cannot be both @Launch and @Shutdown"),
  ]

  static let signatures = [
    Row(
      inModule("  @On func f(_ event: Login & Logout) {}"),
      "2: an @On function hears one named type of event, not 'Login & Logout'"),
    Row(
      inModule("  @Launch var f: Int { 1 }"),
      "2: @Launch belongs on a function"),
    Row(
      inModule("  @Launch static func f() {}"),
      "2: a @Launch member cannot be static: it is called on the module's instance | "
        + "remove 'static'"),
    Row(
      inModule("  @Launch mutating func f() {}"),
      "2: a @Launch member cannot be mutating: it is called on the module's instance | "
        + "remove 'mutating'"),
    Row(
      inModule("  @Launch func f<T>() {}"),
      "2: a @Launch function cannot be generic: no call could choose the types"),
    Row(
      inModule("  @On var f: Int { 1 }"),
      "2: @On belongs on a function"),
    Row(
      inModule("  @On func f() {}"),
      "2: an @On function takes the event that it hears as its first parameter"),
    Row(
      inModule("  @On func f(context: ModuleContext) {}"),
      "2: an @On function takes the event that it hears as its first parameter"),
    Row(
      inModule("  @On func f(_ event: E, _ other: E) {}"),
      "2: an @On function takes one event, and after it at most one ModuleContext"),
    Row(
      inModule("  @On func f(_ event: inout E) {}"),
      "2: an @On function cannot take its event inout: every handler gets its own"),
    Row(
      inModule("  @On func f(_ event: some Event) {}"),
      "2: an @On function cannot be generic: no call could choose the types"),
    Row(
      inModule("  @On func f(_ event: any Event) {}"),
      "2: an @On function hears one named type of event, not 'any Event'"),
    Row(
      inModule("  @On func f(_ event: Int) {}"),
      "2: 'Int' isn't an event: declare a type for what happened that conforms to Event, and put "
        + "the value into it"),
    Row(
      inModule("  @On func f(_ event: consuming Swift.String) {}"),
      "2: 'Swift.String' isn't an event: declare a type for what happened that conforms to Event, "
        + "and put the value into it"),
    Row(
      "@On func f(_ event: [E], context: ModuleContext) async {}",
      "1: '[E]' isn't an event: declare a type for what happened that conforms to Event, and put "
        + "the value into it"),
    Row(
      "@On func f(_ event: Set<Int>) {}",
      "1: 'Set<Int>' isn't an event: declare a type for what happened that conforms to Event, and "
        + "put the value into it"),
    Row(
      "@On func f(_ event: () -> Void) {}",
      "1: '() -> Void' isn't an event: declare a type for what happened that conforms to Event, "
        + "and put the value into it"),
    Row(
      "@On func f(_ event: (Int, Int)?) {}",
      "1: '(Int, Int)?' isn't an event: declare a type for what happened that conforms to Event, "
        + "and put the value into it"),
    Row(
      "@On func f(_ event: E?) {}",
      "1: 'E?' isn't an event: a handler always receives one, so take 'E' | remove '?'"),
    Row(
      inModule("  @On(named: \"e\") func f(_ event: String) {}"),
      "2: an @On function with 'named:' takes a NamedEvent, not 'String'"),
    Row(
      inModule("  @On(backgroundTask: \"a\") func f(_ event: DidBecomeActive) {}"),
      "2: an @On function with 'backgroundTask:' takes a PerformBackgroundTask, not "
        + "'DidBecomeActive'"),
    Row(
      inModule("  @On(backgroundTask: \"a\", \"\") func f(_ task: PerformBackgroundTask) {}"),
      "2: a background task has an identifier, as in Info.plist"),
    Row(inModule("  @On(backgroundTask: a) func f(_ t: GantryAppEvents.PerformBackgroundTask) {}")),
    Row(inModule("  @On func f(_ event: Character) {}\n  @On func g(_ event: Shop.Int) {}")),
    Row(
      inModule("  @On func f(_ event: E...) {}"),
      "2: an @On function hears one named type of event, not 'E...'"),
    Row(
      inModule("  @On func f<E: Event>(_ event: E) {}"),
      "2: an @On function cannot be generic: no call could choose the types"),
    Row(
      inModule("  @On func f(_ event: E) async -> Bool { true }"),
      "2: an async handler cannot answer: the sender does not wait for it; drop 'async' or "
        + "the result"),
    Row(
      "@Module actor A {\n  @On func f(_ event: E) -> Bool { true }\n}",
      "2: 'f' cannot answer from an actor other than the main "
        + "actor: the sender does not wait for it; make it nonisolated or drop the result"),
    Row(
      "@On @DBActor func f(_ event: E) -> Bool { true }",
      "1: 'f' cannot answer from an actor other than the main "
        + "actor: the sender does not wait for it; make it nonisolated or drop the result"),
    Row(
      "@On func f() {}",
      "1: an @On function takes the event that it hears as its first parameter"),
    Row(
      inModule("  @Shutdown func f(reason: String, context: ModuleContext) {}"),
      "2: a @Shutdown function takes only a ModuleContext"),
    Row(
      inModule("  @Run func f(queue: Queue) async {}"),
      "2: a @Run function takes only a ModuleContext"),
    Row(
      inModule("  @Run func f() throws {}"),
      "2: 'f' must be async: it lasts as long as the module, and ends when its task is cancelled"),
    Row(
      inModule("  @Run func f() async -> Int { 3 }"),
      "2: 'f' cannot return a value: it ends with the module; send an event instead"),
    Row(
      inModule("  @Run var server = Server()"),
      "2: @Run belongs on an async function, or on a variable with "
        + "an explicit type and a 'run()'"),
    Row(
      inModule("  @Run struct Inner {}"),
      "2: @Run belongs on an async function, or on a variable with "
        + "an explicit type and a 'run()'"),
    Row(
      inModule("  @Run static func f() async {}"),
      "2: a @Run member cannot be static: it is called on the module's instance | remove 'static'"),
    Row(
      inModule("  @Run func f() async {}\n  @Run func f(context: ModuleContext) async {}"),
      "3: the module already has a @Run named 'f': give this one another name"),
    Row(
      "@Run func f() async {}",
      "1: @Run belongs on a member of a @Module type"),
    Row(
      inModule("  @Launch @Run func f() async {}"),
      "2: a declaration cannot be both @Launch and @Run"),
    Row(
      inModule("  @Shutdown func f() {}\n  @Shutdown func g() {}"),
      "3: a module has one @Shutdown function, and it already has 'f'"),
    Row(
      inModule(
        "  #if DEBUG\n  @Shutdown func f() {}\n  #else\n  @Shutdown func g() {}\n  #endif")),
  ]
}
