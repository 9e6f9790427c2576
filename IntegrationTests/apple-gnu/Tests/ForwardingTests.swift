// SPDX-License-Identifier: Apache-2.0

import CObjects
import Testing

extension GnuTests {
  /// A delegate in Objective-C that forwards what its host responds to.
  @MainActor
  @Suite(.serialized) struct Forwarding {
    @Test func `a delegate forwards the methods of its host, and answers the rest itself`() {
      GnuTests.begun
      _ = GnuTests.notes()
      let delegate = GnuObject("ForwardingDelegate")
      #expect(responds(delegate.address, "application:willContinueUserActivityWithType:"))
      #expect(responds(delegate.address, "setBadge:"))
      #expect(!responds(delegate.address, "application:handlerForIntent:"))
      #expect(continue_activity(delegate.address))
      #expect(GnuTests.notes() == ["host"])
      delegate.release()
    }
  }
}
