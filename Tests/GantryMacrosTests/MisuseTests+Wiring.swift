// SPDX-License-Identifier: Apache-2.0

extension MisuseTests {
  private static let readAnywhere = """
    '\\.city' is read on any thread: its provider must be nonisolated, and neither async nor \
    throwing; keep the state that it reads in a Mutex
    """

  static let services = [
    Row(
      inModule("  @Provides var p = Q()"),
      "2: @Provides needs a variable, or a function without parameters, with an explicit type"),
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
      "2: @Provides needs a variable, or a function without parameters, with an explicit type"),
    Row(
      inModule("  @Provides func p() {}"),
      "2: @Provides needs a variable, or a function without parameters, with an explicit type"),
    Row(
      inModule("  @Provides static var p: any P { Q() }"),
      "2: a @Provides member cannot be static: it is called on the module's instance | "
        + "remove 'static'"),
    Row(
      inModule("  @Provides var p: any P { Q() }\n  @Provides var q: any P { Q() }"),
      "3: the module already provides 'any P', as 'p'"),
    Row(
      inModule(
        "  @Provides(\\.city) var p: String { q }\n  @Provides(\\.city) var q: String { p }"),
      "3: the module already provides '\\.city', as 'p'"),
    Row(
      inModule("  @Provides(\\.city) var p: String { q }\n  @Provides(\\.name) var q: String { p }")
    ),
    Row(
      inModule("  @Provides(\\.city) var p = 1"),
      "2: @Provides needs a variable, or a function without parameters, with an explicit type"),
    Row(
      inModule("  @Provides var p: (any P)? { nil }"),
      "2: no module can inject a service provided as '(any P)?': '@Inject let …: (any P)?' asks for "
        + "'any P'; provide 'any P', and throw or turn the module off where there is none | "
        + "remove '?'"),
    Row(
      inModule("  @Provides(.a) func p() -> P? { nil }"),
      "2: no module can inject a service provided as 'P?': '@Inject let …: P?' asks for 'P'; provide "
        + "'P', and throw or turn the module off where there is none | remove '?'"),
    Row(inModule("  @Provides(\\.city) var p: String? { nil }")),
    Row(
      inModule("  @Provides(\\.city) func p() async -> String { q }"),
      "2: \(readAnywhere)"),
    Row(
      inModule("  @Provides(\\.city) var p: String { get throws { q } }"),
      "2: \(readAnywhere)"),
    Row(
      inModule("  @Provides(\\.city) @MainActor var p: String { q }"),
      "2: \(readAnywhere)"),
    Row(
      "@Module actor A {\n  @Provides(\\.city) var p: String { q }\n}",
      "2: \(readAnywhere)"),
    Row("@Module actor A {\n  @Provides(\\.city) nonisolated var p: String { q }\n}"),
    Row(inModule("  @Inject(\\.city) let city: @Sendable () -> String?")),
    Row(
      inModule("  @Inject(\\.city) let city: String?"),
      "2: '\\.city' is read at each call: write the type '@Sendable () -> String?' | "
        + "replace with '@Sendable () -> String?'"),
    Row(
      inModule("  @Provides(.a) var p: any P { Q() }\n  @Provides(.a) var q: any P { Q() }"),
      "3: the module already provides 'any P[.a]', as 'p'"),
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
      inModule("  @Inject let events: EventBus?"),
      "2: there is always exactly one EventBus: write "
        + "'@Inject let' with the plain type 'EventBus'"),
    Row(
      inModule("  @Inject(.a) let context: Gantry.ModuleContext"),
      "2: there is always exactly one Gantry.ModuleContext: write "
        + "'@Inject let' with the plain type 'Gantry.ModuleContext'"),
    Row(inModule("  @Inject let router: Router?\n  @Inject let events: EventBus")),
    Row(
      inModule("  @Inject let p: Lazy<[any P]>"),
      "2: Lazy looks up exactly one service: inject 'Lazy<any P>', or '[any P]' without Lazy"),
    Row(
      inModule("  @Inject let p: Lazy<(any P)?>"),
      "2: Lazy looks up exactly one service: inject 'Lazy<any P>', or '(any P)?' without Lazy"),
    Row(
      inModule("  @Inject let p: [any P]?"),
      "2: '[any P]' cannot be optional: @Inject always gives one, even if it is empty or lazy | "
        + "remove '?'"),
    Row(
      inModule("  @Inject let p: Lazy<any P>?"),
      "2: 'Lazy<any P>' cannot be optional: @Inject always gives one, even if it is empty or lazy | "
        + "remove '?'"),
    Row(
      inModule("  @Inject let p"),
      "2: @Inject needs an explicit type, which says which service to inject"),
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

  private static func noProtocol(_ argument: String) -> String {
    "1: a module is a service under a protocol: write '(any P).self', not '\(argument)'; use "
      + "@Provides for any other type"
  }

  static let ownServices = [
    Row("@Module(provides: (any P).self, (any Q<Int>).self, after: \"B\") final class A: P {}"),
    Row("@Module(provides: (any P & Q).self, ((any P)).self) actor A: P, Q {}"),
    Row("@Module(provides: A.self) final class A: P {}", noProtocol("A.self")),
    Row("@Module(provides: P.self) final class A: P {}", noProtocol("P.self")),
    Row("@Module(provides: (any P)?.self) actor A: P {}", noProtocol("(any P)?.self")),
    Row("@Module(provides: [any P].self) actor A: P {}", noProtocol("[any P].self")),
    Row("@Module(provides: (any P.Type).self) actor A: P {}", noProtocol("(any P.Type).self")),
    Row("@Module(provides: Names.p) final class A: P {}", noProtocol("Names.p")),
    Row(
      "@Module(provides: (any P).self,\n  (any  P).self)\nfinal class A: P {}",
      "2: the module already provides 'any P', as 'self'"),
    Row(
      "@Module(provides: (any P).self) final class A: P {\n  @Provides var p: (any P) { q }\n}",
      "2: the module already provides 'any P', as 'self'"),
    Row(
      "@Module(provides: (any P).self) final class A: P {\n  @Provides(.a) var p: any P { q }\n}"),
  ]

  private static func hides(_ module: String, line: Int) -> String {
    "\(line): a type named '\(module)' hides the module \(module) from the code that @Module adds; "
      + "rename it"
  }

  /// Types that have the name of a module that the expansion names.
  static let hiding = [
    Row("@Module final class Gantry {}", hides("Gantry", line: 1)),
    Row("@Module actor `Swift` {}", hides("Swift", line: 1)),
    Row("@Module final class A {\n  struct Gantry {}\n}", hides("Gantry", line: 2)),
    Row("@Module final class A {\n  typealias Swift = Int\n}", hides("Swift", line: 2)),
    Row(
      "@Module final class A {\n  #if DEBUG\n  enum Swift {}\n  #endif\n}", hides("Swift", line: 3)),
    Row("enum Gantry {\n  @Module final class A {}\n}", hides("Gantry", line: 2)),
    Row("extension Gantry {\n  @Module final class A {}\n}", hides("Gantry", line: 2)),
    Row("extension Gantry.Space {\n  @Module final class A {}\n}"),
    Row("@Module final class SwiftModule {\n  func Gantry() {}\n}"),
  ]

  static let names = [
    Row(
      "@Module(name: \"\") final class A {}",
      "1: a name cannot be empty"),
    Row(
      "@Module(name: \"My Orders\") final class A {}",
      "1: 'My Orders' is not a name: names have no spaces"),
    Row(
      "@Module(stage: .first) final class A {\n  @Launch(.first) func f() {}\n}",
      "1: only tasks run '.first': write @Launch(.first) at the task, and the module's init runs "
        + "first, too"),
    Row(
      "@Module(after: \"B\", \"\") final class A {}",
      "1: a name cannot be empty"),
    Row(
      "@Launch(name: \"set up\") func f() {}",
      "1: 'set up' is not a name: names have no spaces"),
    Row(
      inModule("  @Launch(requires: \" \") func f() {}"),
      "2: ' ' is not a name: names have no spaces"),
    Row(
      inModule("  @Launch func f() {}\n  @Launch func f(c: ModuleContext) {}"),
      "3: the module already has a launch task named 'f': give this one another name"),
    Row(
      inModule("  @On func f(_ event: E) {}\n  @On func f(_ event: F) {}")),
  ]
}
