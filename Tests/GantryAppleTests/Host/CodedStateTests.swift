// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import Testing

@MainActor
@Suite struct CodedStateTests {
  @Test func `modules keep objects with the system's coder, besides data`() throws {
    let system = FakeSystem()
    system.keep(system.events.answer(SaveState.self) { _ in SavedState(Data([7]), for: "Cart") })
    system.keep(
      system.events.hear(EncodeState.self) { event in
        event.coder?.encode("tea" as NSString, forKey: "tab")
      })
    var tabs: [String?] = []
    system.keep(
      system.events.hear(DecodeState.self) { event in
        MainActor.assumeIsolated {
          tabs.append(event.coder?.decodeObject(of: NSString.self, forKey: "tab").map { "\($0)" })
        }
      })
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    system.host.encodeState(archiver)
    archiver.finishEncoding()
    system.host.decodeState(try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData))
    #expect(tabs == ["tea"])
    #expect(system.sent.of(RestoreState.self).first?.state["Cart"] == Data([7]))
  }

  @Test func `an event's coder is nil after the system's call`() {
    let system = FakeSystem()
    system.keep(system.events.hear(EncodeState.self))
    system.host.encodeState(NSKeyedArchiver(requiringSecureCoding: true))
    let event = system.sent.of(EncodeState.self).first
    #expect(event != nil && event?.coder == nil)
  }
}
