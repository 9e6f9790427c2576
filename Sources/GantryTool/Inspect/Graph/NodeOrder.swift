// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

/// An order of names in which each comes after its dependencies; a circle is opened where the
/// fewest edges are in the way.
struct NodeOrder {
  private(set) var names: [String] = []

  /// Orders names.
  ///
  /// - Parameters:
  ///   - sorted: The names, sorted: ties go by that.
  ///   - links: Their dependencies.
  init(_ sorted: [String], _ links: [Link]) {
    let positions = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0) })
    var needs = sorted.map { _ in Set<Int>() }
    var neededBy = needs
    for link in links {
      guard let waiting = positions[link.waiting], let needed = positions[link.needed] else {
        continue
      }
      needs[waiting].insert(needed)
      neededBy[needed].insert(waiting)
    }
    // Where all wait: the one with the fewest open dependencies, and of those the most dependents.
    func key(_ node: Int) -> Int {
      needs[node].count * (sorted.count + 1) + sorted.count - neededBy[node].count
    }
    var isOpen = sorted.map { _ in true }
    var free = sorted.indices.filter { needs[$0].isEmpty }
    var freed = 0
    var waiting = MinHeap()
    for node in sorted.indices { waiting.push(node, key: key(node)) }
    while names.count < sorted.count {
      let node: Int
      if freed < free.count {
        node = free[freed]
        freed += 1
      } else {
        guard let next = waiting.pop() else { return }
        // An entry with an old key is stale: its node is in the heap once more.
        guard isOpen[next.value], key(next.value) == next.key else { continue }
        node = next.value
      }
      isOpen[node] = false
      names.append(sorted[node])
      for other in neededBy[node].sorted() where isOpen[other] {
        needs[other].remove(node)
        if needs[other].isEmpty { free.append(other) } else { waiting.push(other, key: key(other)) }
      }
    }
  }
}

/// A set of numbers for each number: a bit for each pair, since a set of a few bytes for each pair
/// of a thousand modules would be large.
struct BitTable {
  private let width: Int
  private var words: [UInt64]

  /// Makes empty sets of the numbers below a number, one for each of them.
  init(_ count: Int) {
    width = (count + 63) / 64
    words = Array(repeating: 0, count: count * width)
  }

  /// Whether a set has a number.
  func contains(_ number: Int, in row: Int) -> Bool {
    words[row * width + number / 64] & (1 << UInt64(number % 64)) != 0
  }

  /// Adds a number to a set.
  mutating func insert(_ number: Int, into row: Int) {
    words[row * width + number / 64] |= 1 << UInt64(number % 64)
  }

  /// Adds all of one set to another.
  mutating func addRow(_ other: Int, to row: Int) {
    for word in 0..<width { words[row * width + word] |= words[other * width + word] }
  }
}
