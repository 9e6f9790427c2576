// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Testing

@Suite struct MisuseTests {
  /// A source, and what must be said of it: `line: message | fix` for each diagnostic.
  struct Row: CustomTestStringConvertible, Sendable {
    let source: String
    let messages: [String]
    var testDescription: String { source }

    init(_ source: String, _ messages: String...) {
      self.source = source
      self.messages = messages
    }
  }

  @Test(arguments: types + places + signatures + services + names)
  func `every misuse has its message at its line`(row: Row) {
    #expect(Expansion(row.source).messages == row.messages)
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
    (
      "@Module final class A {\n  @LaunchTask(stage: .idle, priority: 1) func f() {}\n}",
      "@Module final class A {\n  @Launch(.idle, priority: 1) func f() {}\n}"
    ),
    ("@Launch(.idle) func f() {}", "@LaunchTask(stage: .idle) func f() {}"),
    ("@Launch func f() {}", "@LaunchTask func f() {}"),
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
  func `a fix makes the source right`(source: String, fixed: String) {
    #expect(Expansion(source).fixed == fixed)
    #expect(Expansion(fixed).messages == [])
  }
}

extension MisuseTests {
  /// The members of a module.
  private static func inModule(_ members: String) -> String {
    "@Module final class OrdersModule {\n\(members)\n}"
  }

  static let types = [
    Row(
      "@Module struct A {}",
      "1: @Module needs a final class or an actor: a module has one identity, a struct "
        + "has none | make it a final class"),
    Row(
      "@Module enum A {}",
      "1: @Module needs a final class or an actor: a module has one identity, an enum "
        + "has none"),
    Row(
      "@Module protocol A {}",
      "1: @Module needs a final class or an actor: a module has one identity, a "
        + "protocol has none"),
    Row(
      "@Module extension A {}",
      "1: @Module needs a final class or an actor: a module has one identity, an "
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
      "3: module 'A' stands in private type 'F', where its conformance cannot see it; "
        + "make 'F' fileprivate"),
    Row(
      "@Module final class A<T> {}",
      "1: module 'A' cannot be generic: a link-time record names one type"),
    Row(
      "@Module actor A<T> {}",
      "1: module 'A' cannot be generic: a link-time record names one type"),
    Row(
      "struct Box<T> {\n  @Module final class A {}\n}",
      "2: module 'A' cannot stand in generic type 'Box': a link-time record names one "
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
      "2: @Launch has no effect in 'A', which is no @Module"),
    Row(
      "final class A {\n  @On func f(_ event: E) {}\n}",
      "2: @On has no effect in 'A', which is no @Module"),
    Row(
      "final class A {\n  @Shutdown func f() {}\n}",
      "2: @Shutdown has no effect in 'A', which is no @Module"),
    Row(
      "struct A {\n  @Provides var p: any P { Q() }\n}",
      "2: @Provides has no effect in 'A', which is no @Module"),
    Row(
      "actor A {\n  @Inject let p: any P\n}",
      "2: @Inject has no effect in 'A', which is no @Module"),
    Row(
      "extension A {\n  @Launch func f() {}\n}",
      "2: @Launch in an extension is never seen by @Module: move it into the body of "
        + "the module"),
    Row(
      "extension A {\n  @On func f(_ event: E) {}\n}",
      "2: @On in an extension is never seen by @Module: move it into the body of the module"),
    Row(
      "extension A {\n  @Provides var p: any P { Q() }\n}",
      "2: @Provides in an extension is never seen by @Module: move it into the body of "
        + "the module"),
    Row(
      "@Launch func f() {}",
      "1: @Launch belongs on a method of a @Module type; for a free function use "
        + "@LaunchTask | use @LaunchTask"),
    Row(
      "@Shutdown func f() {}",
      "1: @Shutdown belongs on a member of a @Module type"),
    Row(
      "@Provides var p: any P { Q() }",
      "1: @Provides belongs on a member of a @Module type"),
    Row(
      inModule("  @LaunchTask func f() {}"),
      "2: @LaunchTask belongs on a free function; for a method of a @Module type use "
        + "@Launch | use @Launch"),
    Row(
      "func g() {\n  @On func f(_ event: E) {}\n}",
      "2: @On on a local function is never called: move it to file scope"),
    Row(
      "func g() {\n  @LaunchTask func f() {}\n}",
      "2: @LaunchTask on a local function is never called: move it to file scope"),
    Row(
      inModule("  @On @On func f(_ event: E) {}"),
      "2: @On is written twice on one declaration"),
    Row(
      inModule("  @Launch @Shutdown func f() {}"),
      "2: a declaration cannot be both @Launch and @Shutdown"),
  ]

  static let signatures = [
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
      "2: a @Launch function cannot be generic: nobody could choose the types"),
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
      "2: an @On function cannot be generic: nobody could choose the types"),
    Row(
      inModule("  @On func f(_ event: any Event) {}"),
      "2: an @On function hears one named type of event, not 'any Event'"),
    Row(
      inModule("  @On func f(_ event: E...) {}"),
      "2: an @On function hears one named type of event, not 'E...'"),
    Row(
      inModule("  @On func f<E: Event>(_ event: E) {}"),
      "2: an @On function cannot be generic: nobody could choose the types"),
    Row(
      inModule("  @On func f(_ event: E) async -> Bool { true }"),
      "2: an async handler cannot answer: the sender does not wait; drop 'async' or "
        + "the result"),
    Row(
      "@Module actor A {\n  @On func f(_ event: E) -> Bool { true }\n}",
      "2: 'f' cannot answer from another actor than the main one: the sender does not "
        + "wait; make it nonisolated or drop the result"),
    Row(
      "@On @DBActor func f(_ event: E) -> Bool { true }",
      "1: 'f' cannot answer from another actor than the main one: the sender does not "
        + "wait; make it nonisolated or drop the result"),
    Row(
      "@On func f() {}",
      "1: an @On function takes the event that it hears as its first parameter"),
    Row(
      inModule("  @Shutdown func f(context: ModuleContext) {}"),
      "2: a @Shutdown function takes no parameters"),
    Row(
      inModule("  @Shutdown func f() {}\n  @Shutdown func g() {}"),
      "3: a module has one @Shutdown function, and 'f' is it already"),
    Row(
      inModule(
        "  #if DEBUG\n  @Shutdown func f() {}\n  #else\n  @Shutdown func g() {}\n  #endif")),
  ]

  static let services = [
    Row(
      inModule("  @Provides var p = Q()"),
      "2: @Provides needs a variable, or a function without parameters, with a written type"),
    Row(
      inModule("  @Provides var p: some P { Q() }"),
      "2: @Provides needs a type that others can name; write 'any' instead of 'some' | "
        + "replace 'some' with 'any'"),
    Row(
      inModule("  @Provides func p() -> some P { Q() }"),
      "2: @Provides needs a type that others can name; write 'any' instead of 'some' | "
        + "replace 'some' with 'any'"),
    Row(
      inModule("  @Provides func p(size: Int) -> any P { Q() }"),
      "2: @Provides needs a variable, or a function without parameters, with a written type"),
    Row(
      inModule("  @Provides func p() {}"),
      "2: @Provides needs a variable, or a function without parameters, with a written type"),
    Row(
      inModule("  @Provides static var p: any P { Q() }"),
      "2: a @Provides member cannot be static: it is called on the module's instance | "
        + "remove 'static'"),
    Row(
      inModule("  @Provides var p: any P { Q() }\n  @Provides var q: any P { Q() }"),
      "3: the module provides 'any P' already, as 'p'"),
    Row(
      inModule(
        "  @Provides(\\.city) var p: String { q }\n  @Provides(\\.city) var q: String { p }"),
      "3: the module provides '\\.city' already, as 'p'"),
    Row(
      inModule("  @Provides(\\.city) var p: String { q }\n  @Provides(\\.name) var q: String { p }")
    ),
    Row(
      inModule("  @Provides(\\.city) var p = 1"),
      "2: @Provides needs a variable, or a function without parameters, with a written type"),
    Row(
      inModule("  @Provides var p: (any P)? { nil }"),
      "2: nobody can inject what is provided as '(any P)?': '@Inject let …: (any P)?' asks for "
        + "'any P'; provide 'any P', and throw or turn the module off where there is none | "
        + "remove '?'"),
    Row(
      inModule("  @Provides(.a) func p() -> P? { nil }"),
      "2: nobody can inject what is provided as 'P?': '@Inject let …: P?' asks for 'P'; provide "
        + "'P', and throw or turn the module off where there is none | remove '?'"),
    Row(inModule("  @Provides(\\.city) var p: String? { nil }")),
    Row(
      inModule("  @Provides(.a) var p: any P { Q() }\n  @Provides(.a) var q: any P { Q() }"),
      "3: the module provides 'any P[.a]' already, as 'p'"),
    Row(
      inModule("  @Provides(.a) var p: any P { Q() }\n  @Provides(.b) var q: any P { Q() }")),
    Row(
      inModule("  @Inject(.a) let p: any P\n  @Inject let all: [any P]")),
    Row(
      inModule("  @Inject var p: any P"),
      "2: @Inject needs a 'let': a service is given once, when the module is created | "
        + "replace 'var' with 'let'"),
    Row(
      inModule("  @Inject var p: any P { Q() }"),
      "2: @Inject needs a stored 'let', not a computed property"),
    Row(
      inModule("  @Inject let p: [any P]?"),
      "2: @Inject gives '[any P]' always, empty or to be asked later: it cannot be optional | "
        + "remove '?'"),
    Row(
      inModule("  @Inject let p: Lazy<any P>?"),
      "2: @Inject gives 'Lazy<any P>' always, empty or to be asked later: it cannot be optional | "
        + "remove '?'"),
    Row(
      inModule("  @Inject let p"),
      "2: @Inject needs a written type: it says which service is meant"),
    Row(
      inModule("  @Inject let p: any P = Q()"),
      "2: an @Inject property cannot have a value of its own: the service is its value "
        + "| remove the value"),
    Row(
      inModule("  @Inject static let p: any P"),
      "2: an @Inject member cannot be static: it is called on the module's instance | "
        + "remove 'static'"),
    Row(
      inModule("  @Inject func p() {}"),
      "2: @Inject belongs on a stored 'let'"),
  ]

  static let names = [
    Row(
      "@Module(name: \"\") final class A {}",
      "1: a name cannot be empty"),
    Row(
      "@Module(name: \"My Orders\") final class A {}",
      "1: 'My Orders' is not a name: names have no spaces"),
    Row(
      "@Module(after: \"B\", \"\") final class A {}",
      "1: a name cannot be empty"),
    Row(
      "@LaunchTask(name: \"set up\") func f() {}",
      "1: 'set up' is not a name: names have no spaces"),
    Row(
      inModule("  @Launch(requires: \" \") func f() {}"),
      "2: ' ' is not a name: names have no spaces"),
    Row(
      inModule("  @Launch func f() {}\n  @Launch func f(c: ModuleContext) {}"),
      "3: the module has a launch task named 'f' already: a task is found by its name"),
    Row(
      inModule("  @On func f(_ event: E) {}\n  @On func f(_ event: F) {}")),
  ]
}
