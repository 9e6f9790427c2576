// SPDX-License-Identifier: Apache-2.0

import GantryApple
import Testing

/// An app's own delegate, on a runtime that stands in for the system's. The tests of the other uses are in
/// `GantryCoreTests/Uses`.
@Suite struct AttachingUse {
  final class Delegate {}

  @Test @MainActor
  func `S9: AOP attach to any delegate class, so that an SDK's user writes nothing`() throws {
    let (runtime, delegate) = (FakeRuntime(), Delegate())
    let type = runtime.makeClass("Shop.AppDelegate", above: runtime.makeClass("NSObject"))
    runtime.make(delegate, type)
    let row = try #require(DelegateMethodRow.of(.openURL))
    let part = Interposition(row: row) { _, _ in (.bool(true), []) }
    let name = "application:openURL:options:"
    #expect(runtime.send(name, to: FakeRuntime.address(of: delegate)) == nil)
    let attached = try #require(Interposer.attach(delegate, [part], runtime, for: delegate))
    #expect(attached.methods == [.openURL])
    #expect(runtime.send(name, to: FakeRuntime.address(of: delegate)) == .bool(true))
    #expect(runtime.classes(of: delegate).real == type, "its class is still the app's")
  }
}
