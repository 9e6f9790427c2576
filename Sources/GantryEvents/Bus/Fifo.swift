// SPDX-License-Identifier: Apache-2.0

/// A queue that frees memory, without moving the remaining elements at each removal.
struct Fifo<Element: Sendable>: Sendable {
  /// The capacity that an array may keep, however few elements it holds.
  private static var keptCapacity: Int { 64 }

  // Invariant: an element is at `head`, or `head` is the end.
  private var items: [Element?] = []
  private var head = 0
  private(set) var count = 0

  var first: Element? { head < items.count ? items[head] : nil }

  /// The number of elements that fit without more memory.
  var capacity: Int { items.capacity }

  /// Its elements, first to last.
  var elements: [Element] { items[head...].compactMap(\.self) }

  mutating func append(_ element: Element) {
    items.append(element)
    count += 1
  }

  mutating func popFirst() -> Element? {
    guard head < items.count else { return nil }
    return take(at: head)
  }

  /// Removes the first element that meets a condition.
  ///
  /// - Complexity: O(n) in the elements before it.
  mutating func removeFirst(where holds: (Element) -> Bool) -> Element? {
    guard let index = items[head...].firstIndex(where: { $0.map(holds) == true }) else {
      return nil
    }
    return take(at: index)
  }

  /// Removes the elements that meet a condition, up to and including the first that also meets
  /// another.
  ///
  /// - Complexity: O(n) in the elements that it looks at.
  mutating func take(
    where holds: (Element) -> Bool, upTo isLast: (Element) -> Bool
  ) -> [Element] {
    var taken: [Element] = []
    for index in items[head...].indices {
      guard let element = items[index], holds(element) else { continue }
      items[index] = nil
      count -= 1
      taken.append(element)
      if isLast(element) { break }
    }
    if !taken.isEmpty { closeGaps() }
    return taken
  }

  /// Whether any element meets a condition.
  func contains(where holds: (Element) -> Bool) -> Bool {
    items[head...].contains { $0.map(holds) == true }
  }

  /// The number of elements that meet a condition.
  func count(where holds: (Element) -> Bool) -> Int {
    items[head...].count { $0.map(holds) == true }
  }

  mutating func removeAll() -> [Element] {
    exchange(&self, with: Fifo()).elements
  }

  private mutating func take(at index: Int) -> Element? {
    let element = items[index]
    items[index] = nil
    count -= 1
    closeGaps()
    return element
  }

  /// Moves the head to the first element, and frees the memory of removed elements.
  private mutating func closeGaps() {
    while head < items.count, case nil = items[head] { head += 1 }
    if head == items.count {
      items.removeAll(keepingCapacity: items.capacity <= Self.keptCapacity)
      head = 0
    } else if items.count > Self.keptCapacity, count * 2 < items.count {
      // A new array has no more room than it needs; as many removals pay for the work.
      items = items[head...].compactMap(\.self)
      head = 0
    }
  }
}
