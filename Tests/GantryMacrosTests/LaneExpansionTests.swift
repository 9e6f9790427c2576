// SPDX-License-Identifier: Apache-2.0

import Testing

/// The lanes that an expansion states for code that it cannot see into.
@Suite struct LaneExpansionTests {
  /// Members of a main-actor module, and the lane in the statement of its task.
  @Test(arguments: [
    ("@Launch func f() async {}", "Gantry.MacroSupport.isolation(ofAsync: AModule.f)),"),
    (
      "@Launch func f(context: ModuleContext) async {}",
      "Gantry.MacroSupport.isolation(ofAsync: AModule.f(context:), taking: ModuleContext.self)),"
    ),
    (
      "@Launch func f(done: LaunchToken) {}",
      "Gantry.MacroSupport.isolation(of: AModule.f(done:), taking: LaunchToken.self)),"
    ),
    (
      "@Launch func f() async -> Database { Database() }",
      ".returning(Database.self)"
        + ".isolated(like: Gantry.MacroSupport.isolation(ofAsync: AModule.f)),"
    ),
    ("@Launch func f() {}", ".isolated(like: Gantry.MacroSupport.isolation(of: AModule.f),"),
    (
      "@On func f(_ event: borrowing SignedIn, context: ModuleContext) {}",
      "isolation(of: AModule.f(_:context:), taking: SignedIn.self, ModuleContext.self), main:"
    ),
    ("@Launch nonisolated func f() {}", ".isolated(like: (() -> Swift.Void).self, main:"),
    (
      "@Launch @MainActor func f() {}",
      ".isolated(like: (@Swift.MainActor () -> Swift.Void).self, main:"
    ),
  ])
  func `a task of a class with parents takes its function's isolation`(
    member: String, text: String
  ) {
    let expansion = Expansion("@Module @MainActor final class AModule: Base {\n  \(member)\n}")
    #expect(expansion.messages == [])
    #expect(expansion.text.contains(text), "\(expansion.text)")
  }

  /// Members of a module without parents, and whether all of them have the isolation of its `init`.
  @Test(arguments: [
    ("@Launch func f() {}", true), ("@On func f(_ event: SignedIn) {}", true),
    ("@Launch func f() async {}", true), ("@Launch nonisolated func f() {}", false),
    ("@Launch @MainActor func f() {}", false), ("@Launch @OtherActor func f() {}", false),
    ("init(context: ModuleContext) {}\n  @Launch func f() {}", true),
    ("nonisolated init(context: ModuleContext) {}\n  @Launch func f() {}", false),
    ("@MainActor init(context: ModuleContext) {}\n  @Launch func f() {}", false),
    ("init(context: ModuleContext) async {}\n  @Launch func f() {}", false),
    ("@Launch func f() {}\n  func f(_ text: String) {}", true),
  ])
  func `a task of a class without parents takes the initializer's isolation`(
    member: String, isShared: Bool
  ) {
    let text = Expansion("@Module final class AModule {\n  \(member)\n}").text
    #expect(text.contains(".isolated(like: module.isolation") == isShared, "\(text)")
  }

  @Test(arguments: [
    "@Module actor AModule { @Launch func f() async {} }",
    "@Module final class AModule { @Launch @OtherActor func f() async {} }",
  ])
  func `another actor's work doesn't run on the main actor`(source: String) {
    let expansion = Expansion(source)
    #expect(!expansion.text.contains(".isolated(like:"), "\(expansion.text)")
  }

  @Test func `a second initializer with a context doesn't change a module's isolation`() {
    let expansion = Expansion(
      """
      @Module @MainActor final class AModule {
        init(context: ModuleContext) {}
        private init(context: ModuleContext, size: Int) {}
      }
      """)
    #expect(expansion.messages == [])
    #expect(
      expansion.text.contains("isolation: Swift.type(of: AModule.init(context:))"),
      "\(expansion.text)")
  }

  @Test(arguments: [
    ("@Launch func f() async {}", true), ("@Launch func f(done: LaunchToken) {}", true),
    ("@Launch @OtherActor func f() async {}", false),
  ])
  func `a free function has a probe`(source: String, isTold: Bool) {
    let text = Expansion(source).text
    #expect(text.contains(".isolated(like: Swift.type(of: ") == isTold, "\(text)")
    #expect(text.contains("static func __probe() {}") == isTold, "\(text)")
  }

  /// An `init` of a module, and its isolation in the manifest.
  @Test(arguments: [
    ("@MainActor", "init(context: ModuleContext) {}", "Swift.type(of: AModule.init(context:))"),
    ("", "init(context: ModuleContext) throws {}", "Swift.type(of: AModule.init(context:))"),
    (
      "@MainActor", "init(context: ModuleContext) async {}",
      "(@Swift.MainActor () async -> Swift.Void).self"
    ),
    (
      "@MainActor", "nonisolated init(context: ModuleContext) async {}",
      "(() async -> Swift.Void).self"
    ),
    ("", "init(context: ModuleContext) async {}", "(() async -> Swift.Void).self"),
    ("", "init(context: ModuleContext) {}\n  init(context: Sketch) {}", nil),
  ])
  func `a module takes the isolation of its initializer`(
    attribute: String, member: String, isolation: String?
  ) {
    let source = "@Module \(attribute) final class AModule {\n  \(member)\n}"
    let text = Expansion(source).text
    #expect(text.contains("isolation: ") == (isolation != nil), "\(text)")
    if let isolation { #expect(text.contains("isolation: \(isolation)"), "\(text)") }
  }
}
