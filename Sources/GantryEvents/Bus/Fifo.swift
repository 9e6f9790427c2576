// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A queue whose removals do not move what is left each time.
struct Fifo<Element: Sendable>: Sendable {
  private var items: [Element?] = []
  private var head = 0

  var count: Int { items.count - head }
  var first: Element? { head < items.count ? items[head] : nil }

  mutating func append(_ element: Element) { items.append(element) }

  mutating func popFirst() -> Element? {
    guard head < items.count else { return nil }
    defer {
      items[head] = nil
      head += 1
      if head == items.count {
        items.removeAll(keepingCapacity: items.count <= 64)
        head = 0
      } else if head > 64, head * 2 > items.count {
        items.removeFirst(head)
        head = 0
      }
    }
    return items[head]
  }

  mutating func removeAll() -> [Element] {
    defer { self = Fifo() }
    return items[head...].compactMap(\.self)
  }
}
