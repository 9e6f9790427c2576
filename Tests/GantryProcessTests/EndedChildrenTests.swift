// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@testable import GantryProcess

@Suite struct EndedChildrenTests {
  @Test func `a group that grows keeps no child that has ended`() async {
    let open = Promise<Void>()
    await withTaskGroup(of: Void.self) { group in
      var children = EndedChildren()
      await children.add(to: &group) { await open.value() }
      for _ in 1...1_000 {
        let ended = Promise<Void>()
        await children.add(to: &group) { ended.resolve(()) }
        await ended.value()
        // The child counts itself after its body.
        while !children.hasEnded { await Task.yield() }
      }
      #expect(children.kept == 2)
      open.resolve(())
    }
  }
}
