// SPDX-License-Identifier: Apache-2.0

import Gantry
@testable import GantryApple
import Testing

@MainActor
@Suite struct AttachingTests {
  final class Delegate {}

  private func attach(
    _ name: String = "Shop.AppDelegate", _ bundle: BundleFacts = BundleFacts()
  ) throws(AttachError) {
    let (system, runtime, delegate) = (FakeSystem(bundle: bundle), FakeRuntime(), Delegate())
    runtime.make(delegate, runtime.makeClass(name))
    // Nothing is interposed: the process has one runtime, which another suite uses.
    _ = try system.host.attach(to: delegate, [], runtime)
  }

  @Test(.tags(.b20)) func `attaching in an app extension throws an error`() {
    var bundle = BundleFacts()
    bundle.isExtension = true
    #expect(throws: AttachError.appExtension) { try attach("Shop.AppDelegate", bundle) }
  }

  @Test(.tags(.b19)) func `a property list key disables attaching`() {
    var bundle = BundleFacts()
    bundle.mayAttach = false
    #expect(throws: AttachError.switchedOff(key: "GantryAttachesToDelegates")) {
      try attach("Shop.AppDelegate", bundle)
    }
  }

  @Test(arguments: ["SwiftUI.AppDelegate", "UIResponder", "_UIScene", "NSObject"])
  func `attaching refuses system classes`(name: String) {
    #expect(throws: AttachError.foreignClass(name: name)) { try attach(name) }
  }

  @Test(arguments: [
    (AttachError.appExtension, "an app extension has no delegate to attach to."),
    (.switchedOff(key: "K"), "Info.plist sets K to NO."),
    (.foreignClass(name: "UIResponder"), "UIResponder is a system class."),
    (.otherHost, "another AppHost is attached to the delegate"),
  ])
  func `an error says what is wrong and what to do`(error: AttachError, start: String) {
    #expect("\(error)".hasPrefix(start))
    #expect("\(error)".count > start.count)
  }
}
