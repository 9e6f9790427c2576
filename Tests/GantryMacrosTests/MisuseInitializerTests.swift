// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct MisuseInitializerTests {
  private static let idle =
    "2: a module's init() is never called: Gantry creates the module with init(context:), so write "
    + "init(context: ModuleContext)"

  @Test(arguments: [
    ("init() {}", idle), ("private init() async throws {}", idle),
    ("override init() { super.init() }", idle),
    (
      "init?(context: ModuleContext) { nil }",
      "2: a module's init(context:) cannot be failable: throw an error that says why it failed"
    ),
    (
      "init!(context: ModuleContext) { nil }",
      "2: a module's init(context:) cannot be failable: throw an error that says why it failed"
    ),
    (
      "init<T>(context: ModuleContext) {}",
      "2: a module's init(context:) cannot be generic: no call could choose the types"
    ),
    (
      "init(context: some Sequence<Int>) {}",
      "2: a module's init(context:) cannot be generic: no call could choose the types"
    ),
    (
      "init(context: ModuleContext, size: Int = 3) {}",
      "2: a module's init(context:) takes only the context: get everything "
        + "else from @Inject, the configuration or a default value"
    ),
    (
      "private init(context: ModuleContext) {}",
      "2: a module's init(context:) cannot be private: Gantry creates the module with it | "
        + "remove 'private'"
    ),
    (
      "fileprivate init(context: ModuleContext) {}",
      "2: a module's init(context:) cannot be fileprivate: Gantry creates the module with it | "
        + "remove 'fileprivate'"
    ),
  ])
  func `an initializer that cannot create the module is refused`(own: String, message: String) {
    #expect(Expansion("@Module final class A {\n  \(own)\n}").messages == [message])
  }

  @Test(arguments: [
    "init(context: ModuleContext) async throws {}",
    "init(context: ModuleContext) {}\n  private init(context: ModuleContext, size: Int) {}",
    "convenience init(context: ModuleContext) { self.init() }\n  private init() {}",
    "private init(size: Int) {}",
  ])
  func `other initializers are left alone`(own: String) {
    let messages = Expansion("@Module final class A {\n  \(own)\n}").messages
    #expect(messages == [])
  }

  @Test func `an initializer may be as hidden as its type`() {
    let own = "fileprivate init(context: ModuleContext) {}"
    #expect(Expansion("@Module private final class A {\n  \(own)\n}").messages == [])
  }

  @Test func `the fix-it removes the modifier`() {
    let source = "@Module final class A {\n  private init(context: ModuleContext) {}\n}"
    let fixed = "@Module final class A {\n  init(context: ModuleContext) {}\n}"
    #expect(Expansion(source).fixed == fixed)
    #expect(Expansion(fixed).messages == [])
  }

  @Test(arguments: [
    (
      "@Module distributed actor A {}",
      "1: module 'A' cannot be distributed: it lives in the process that it is linked into"
    ),
    (
      "@Module final class A {\n  static var manifest: ModuleManifest { own }\n}",
      "2: @Module makes the manifest of 'A': mark members instead, or write the conformance to "
        + "Module without the macro"
    ),
    (
      "@Module final class A {\n  @Launch func f(_ t: LaunchToken, _ u: LaunchToken) {}\n}",
      "2: 'u' is a second LaunchToken: a task ends once"
    ),
    (
      "@Module final class A {\n  @Launch func `init`() {}\n}",
      "2: 'init' is the task that creates the module: give this one another name"
    ),
    (
      "@Launch func f(token: LaunchToken, other: Gantry.LaunchToken) {}",
      "1: 'other' is a second LaunchToken: a task ends once"
    ),
  ])
  func `types and parameters that a module can't have are refused`(source: String, message: String)
  {
    #expect(Set(Expansion(source).messages) == [message])
  }

  @Test(arguments: ["let manifest = 1", "func manifest() {}", "let log = 1", "let resources = 1"])
  func `instance members can have the names of static ones`(member: String) {
    #expect(Expansion("@Module final class A {\n  \(member)\n}").messages == [])
  }

  @Test func `a second mark is refused once`() {
    let source = "@Module @Module final class A {}"
    let message = "1: 'A' is already marked @Module | remove the second @Module"
    #expect(Set(Expansion(source).messages) == [message])
  }
}
