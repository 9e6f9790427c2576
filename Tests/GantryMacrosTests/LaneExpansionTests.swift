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

  /// Asynchronous members of a module, and the call in the expansion.
  @Test(arguments: [
    (
      "@MainActor final class A", "@Launch func f() async {}",
      "run(on: Swift.MainActor.shared) { await"
    ),
    (
      "@MainActor final class A", "@Launch func f() async throws -> Int { 1 }",
      "in try await Gantry.MacroSupport.run(on: Swift.MainActor.shared) { try await context.setResult("
    ),
    (
      "final class A", "@On @MainActor func f(_ event: SignedIn) async {}",
      "body: .background(on: { module in Swift.MainActor.shared }) { module, event, _ in await module.f(event) }"
    ),
    (
      "actor A", "@Route(\"a\") func f() async throws -> Int { 1 }",
      "in return try await Gantry.MacroSupport.run(on: module) { return try await module.f() }"
    ),
    (
      "@Store.DiskActor final class A", "@Run func f() async {}",
      "run(on: Store.DiskActor.shared) { await"
    ),
    ("actor A", "@Shutdown @DiskActor func f() async {}", "run(on: DiskActor.shared) { await"),
    (
      "actor A", "@Launch func f(done: LaunchToken) async {}",
      "body: .callback { module, context, token in await Gantry.MacroSupport.run(on: module) {"
    ),
    (
      "@MainActor final class A", "@Provides var p: Int { get async { 1 } }",
      "in await Gantry.MacroSupport.run(on: Swift.MainActor.shared) { await module.p }"
    ),
    (
      "final class A: Base", "@Shutdown func f() async {}",
      "run(on: Gantry.MacroSupport.actor(of: module.f)) { await"
    ),
    (
      "@MainActor final class A: Base", "@Run func f() async throws {}",
      "try await Gantry.MacroSupport.run(on: Gantry.MacroSupport.actor(of: module.f)) {"
    ),
    (
      "@DiskActor final class A: Base",
      "@On func f(_ event: SignedIn, context: ModuleContext) async {}",
      ".background(on: { module in Gantry.MacroSupport.actor(of: module.f(_:context:), taking: SignedIn.self, ModuleContext.self) })"
    ),
    (
      "final class A: Kind", "@Provides func f() async -> any P { Q() }",
      "run(on: Gantry.MacroSupport.actor(of: module.f)) { await module.f() }"
    ),
    (
      "final class A: Kind", "@Provides var p: any P { get async { Q() } }",
      "run(on: Gantry.MacroSupport.actor(of: A.__gantryActor)) { await module.p }"
    ),
    (
      "@Storage final class A", "@Launch func f() async {}",
      "run(on: Gantry.MacroSupport.actor(of: module.f)) { await"
    ),
    (
      "final class A", "@Launch @Storage func f() async {}",
      "run(on: Gantry.MacroSupport.actor(of: module.f)) { await"
    ),
    (
      "actor A", "@Launch @Storage func f() async {}",
      "run(on: Gantry.MacroSupport.actor(of: module.f) ?? module) { await"
    ),
  ])
  func `a call of an asynchronous member begins on its actor`(
    type: String, member: String, call: String
  ) {
    let expansion = Expansion("@Module \(type) {\n  \(member)\n}")
    #expect(expansion.messages == [])
    #expect(expansion.text.contains(call), "\(expansion.text)")
  }

  @Test(arguments: [
    "@Module final class A { @Launch func f() async {} }",
    "@Module @MainActor final class A { @Launch nonisolated func f() async {} }",
    "@Module actor A { @Launch nonisolated(nonsending) func f() async {} }",
    "@Module @MainActor final class A { @Launch func f() {} }",
    "@Launch nonisolated func f() async {}",
  ])
  func `a call of a synchronous or nonisolated function begins anywhere`(source: String) {
    let text = Expansion(source).text
    #expect(!text.contains("MacroSupport.run("), "\(text)")
  }

  /// Asynchronous free functions, and the call in the expansion.
  @Test(arguments: [
    ("@Launch @MainActor func f() async {}", "run(on: Swift.MainActor.shared) { await f() }"),
    (
      "@On @DiskActor func f(_ event: SignedIn) async {}",
      ".background(on: { _ in DiskActor.shared }) { _, event, _ in await f(event) }"
    ),
    ("@Launch func f() async {}", ".__probe)) { await f() }"),
    ("@On func f(_ event: SignedIn) async {}", ".__probe) }) { _, event, _ in await f(event) }"),
    ("@Route(\"a\") func f() async {}", ".__probe)) { await f() }"),
    (
      "@On @Storage func f(_ event: SignedIn) async {}",
      "{ _ in Gantry.MacroSupport.actor(of: f(_:), taking: SignedIn.self) }) { _, event, _ in await f(event) }"
    ),
  ])
  func `a call of an asynchronous free function begins on its actor`(source: String, call: String) {
    let text = Expansion(source).text
    #expect(text.contains(call), "\(text)")
    #expect(text.contains("static func __probe() {}") == text.contains(".__probe)"), "\(text)")
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
      "(() async -> Swift.Void).self, on: Swift.MainActor.shared"
    ),
    (
      "", "@DiskActor init(context: ModuleContext) async {}",
      "(() async -> Swift.Void).self, on: DiskActor.shared"
    ),
    (
      "@MainActor", "nonisolated init(context: ModuleContext) async {}",
      "(() async -> Swift.Void).self"
    ),
    ("", "init(context: ModuleContext) async {}", "(() async -> Swift.Void).self"),
    (
      "@Storage", "init(context: ModuleContext) async {}",
      "(() async -> Swift.Void).self, on: Gantry.MacroSupport.actor(of: AModule.__gantryActor)"
    ),
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
