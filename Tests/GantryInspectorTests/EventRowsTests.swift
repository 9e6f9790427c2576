// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTesting
import Testing

@testable import GantryInspector

/// The rows of the live page, without a browser.
@Suite(.timeLimit(.minutes(5))) struct EventRowsTests {
  private static func rows(_ range: Range<Int>) -> Rows {
    var rows = Rows()
    for index in range { _ = rows.add("sent", "Event\(index)", "", after: .zero) }
    return rows
  }

  @Test func `rows are taken once, in order`() {
    var rows = Rows()
    #expect(rows.isEmpty)
    _ = rows.add("sent", "A<Int>", "event", after: .milliseconds(12))
    _ = rows.add("handled", "B", "Cart.note took 1 ms & more", after: .seconds(3))
    #expect(!rows.isEmpty)
    #expect(
      rows.take() == """
        <tr class="sent"><td class="n">12.0 ms</td><td>sent</td>\
        <td>A&lt;Int&gt;</td><td>event</td></tr>
        <tr class="handled"><td class="n">3.0 s</td><td>handled</td>\
        <td>B</td><td>Cart.note took 1 ms &amp; more</td></tr>

        """)
    #expect(rows.isEmpty && rows.take() == "")
  }

  @Test(arguments: [(1_000, 0), (1_001, 501), (1_501, 501), (1_502, 1_002)] as [(Int, Int)])
  func `the oldest rows are dropped and counted if a browser does not read`(
    added: Int, dropped: Int
  ) {
    var rows = Self.rows(0..<added)
    let text = rows.take()
    #expect(text.hasPrefix("<tr><td colspan=\"4\">\(dropped) more</td></tr>\n") == (dropped > 0))
    #expect(text.contains(">Event\(dropped)<") && text.contains(">Event\(added - 1)<"))
    #expect(!text.contains(">Event\(dropped - 1)<"))
    #expect(rows.take() == "")
  }

  @Test func `a reader that waits for one row isn't woken for the rows before`() {
    var rows = Rows()
    let first = rows.arrival
    let resolved = rows.add("sent", "A", "", after: .zero)
    #expect(first === resolved)
    resolved.resolve()
    _ = rows.take()
    #expect(!rows.arrival.isResolved)
  }

  /// The buffers of a page that is read until the end of the test.
  private static func buffers(
    _ bus: EventBus, _ clock: TestClock
  ) -> (AsyncStream<String>, Task<Void, any Error>) {
    let (buffers, buffer) = AsyncStream.makeStream(of: String.self)
    let rows = EventRows("<head>", of: bus, clock: clock)
    let reading = Task {
      var iterator = rows.makeAsyncIterator()
      defer { buffer.finish() }
      while let bytes = try await iterator.nextBuffer(suggested: 1) {
        buffer.yield(String(decoding: bytes, as: UTF8.self))
      }
    }
    return (buffers, reading)
  }

  @Test func `the head comes first, then a comment during silence, then rows`() async throws {
    let (bus, clock) = (EventBus(), TestClock())
    let (buffers, reading) = Self.buffers(bus, clock)
    var buffer = buffers.makeAsyncIterator()
    #expect(await buffer.next() == "<head>")
    await clock.sleeping()
    clock.advance(by: EventRows.Iterator.silence)
    #expect(await buffer.next() == "<!-- -->\n")
    await clock.sleeping()
    clock.advance(by: .seconds(1))
    bus.send(OrderPlaced())
    let row = try #require(await buffer.next())
    #expect(row.hasPrefix("<tr class=\"sent\"><td class=\"n\">16.0 s</td>"))
    #expect(row.contains("<td>OrderPlaced</td><td>event</td>") && !row.contains("4711"))
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    #expect(await buffer.next() == nil)
  }
}
