// SPDX-License-Identifier: Apache-2.0

import Testing

/// Valid and invalid parameters and results of launch tasks.
@Suite struct ResultMisuseTests {
  typealias Row = MisuseTests.Row

  private static let nameless =
    "cannot pass from task to task: a result is "
    + "found by its type, so give it a named type"

  /// The signature of a launch function, and its expected message.
  @Test(arguments: [
    Row("(size: Int, context: ModuleContext) throws -> [Order]"),
    Row("(_ store: any Store, cache: (any Cache)?, in index: Box<Int>)"),
    Row("(_ store: consuming Store) -> (any Store)"),
    Row("() -> Void"), Row("() -> ()"), Row("() throws -> Never"),
    Row(
      "(a: ModuleContext, b: ModuleContext)",
      "a @Launch function takes one ModuleContext, as its last parameter"),
    Row(
      "(a: ModuleContext, b: Int)",
      "a @Launch function takes one ModuleContext, as its last parameter"),
    Row(
      "(size: inout Int)",
      "'size' cannot be inout: it is another task's result, which all that take it share"),
    Row("(of size: Int...)", "'size' cannot be variadic: one task returns one value of a type"),
    Row(
      "(size: Int = 3)",
      "'size' cannot have a default value: it is what another task returns; make it "
        + "optional if the task runs without it"),
    Row(
      "(size: Int!)",
      "'size' cannot be implicitly unwrapped: write '?' if the task runs without it, or remove "
        + "the '!'"),
    Row("(done: @escaping () -> Void)", "'() -> Void' \(nameless)"),
    Row("(pair: (Int, Int)?)", "'(Int, Int)' \(nameless)"),
    Row("(nothing: Void)", "'Void' \(nameless)"),
    Row("() -> (Int, Int)", "'(Int, Int)' \(nameless)"),
    Row("() -> @Sendable () -> Void", "'@Sendable () -> Void' \(nameless)"),
    Row(
      "() -> Int?",
      "a @Launch function returns its result or throws, "
        + "never nil: make its type non-optional"),
    Row(
      "() -> Optional<Int>",
      "a @Launch function returns its result or throws, "
        + "never nil: make its type non-optional"),
    Row(
      "() -> Int!",
      "a @Launch function returns its result or throws, "
        + "never nil: make its type non-optional"),
    Row(
      "() -> some Store",
      "a @Launch function returns a type that others can name; write 'any' instead of "
        + "'some' | replace 'some' with 'any'"),
    Row(
      "(store: some Store)", "a @Launch function cannot be generic: no call could choose the types"),
  ])
  func `an invalid parameter or result has a message`(row: Row) {
    let messages = row.messages.map { "2: \($0)" }
    let method = Expansion("@Module final class A {\n  @Launch func f\(row.source) {}\n}")
    #expect(method.messages == messages)
    #expect(method.text.contains("module.launch(") == messages.isEmpty)
    let function = Expansion("\n@Launch func f\(row.source) {}")
    #expect(function.messages == messages)
    #expect(function.text.contains("function.launch(") == messages.isEmpty)
  }

  @Test func `an opaque result can be made an existential`() {
    let source = "@Launch func f() -> some Store { Oak() }"
    #expect(Expansion(source).fixed == "@Launch func f() -> any Store { Oak() }")
  }
}
