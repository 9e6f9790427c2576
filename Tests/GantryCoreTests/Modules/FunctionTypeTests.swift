// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryCore

/// What the compiler's name of a function's type says of the function.
@Suite struct FunctionTypeTests {
  private final class Shop: Sendable {
    func plain(_ value: Int) throws {}
    @MainActor func onMain(_ value: Int) throws {}
    func suspending() async {}
    @MainActor func both() async throws -> Int { 1 }
    func taking(_ body: @MainActor (Int) -> Void) {}
    func takingSuspending(_ body: (Int) async -> Void) -> Int { 1 }
    func giving() -> @MainActor () -> Void { {} }
    @MainActor func takingOnMain(_ body: () async -> Void) {}
  }

  @Test(arguments: [
    (type(of: Shop.plain) as Any.Type, false, false), (type(of: Shop.onMain), true, false),
    (type(of: Shop.suspending), false, true), (type(of: Shop.both), true, true),
    (type(of: Shop.taking), false, false), (type(of: Shop.takingSuspending), false, false),
    (type(of: Shop.giving), false, false), (type(of: Shop.takingOnMain), true, false),
    (((Int) -> Void).self, false, false), ((@MainActor (Int) -> Void).self, true, false),
    ((@MainActor (Int) async throws -> Shop).self, true, true),
    (((@MainActor () async -> Void) -> Shop).self, false, false),
  ])
  func `a function's own isolation and effects are told from those of its parameters`(
    function: Any.Type, isOnMainActor: Bool, isAsynchronous: Bool
  ) {
    #expect(MacroSupport.isMainActor(function) == isOnMainActor, "\(function)")
    #expect(MacroSupport.isAsynchronous(function) == isAsynchronous, "\(function)")
  }
}
