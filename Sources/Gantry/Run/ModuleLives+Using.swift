// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ModuleLives {
  /// Asks for a module, and notes that a node waits for it.
  ///
  /// A wait that closes a circle is refused: none of the nodes on it would ever go on.
  mutating func need(_ module: Int, by user: NodeID?) -> [Action] {
    let awaited = table.awaited(of: module)
    if let user {
      if outcome(of: user) == nil, awaited.contains(where: { outcome(of: $0) == nil }),
        let path = circle(from: awaited, to: user)
      {
        return [.refuse(.circle(path))]
      }
      uses[user, default: []].append(module)
    }
    return demand(awaited)
  }

  mutating func obtain(_ module: Int, by user: NodeID) {
    guard let place = uses[user]?.firstIndex(of: module) else { return }
    uses[user]?.remove(at: place)
    if uses[user]?.isEmpty == true { uses[user] = nil }
  }

  /// The path from a node that is still launching, along its waits, back to itself. A node that
  /// stands for its module is back at any node of that module.
  private func circle(from awaited: [NodeID], to user: NodeID) -> [NodeID]? {
    let module = table.isWhole(user) ? table.module(of: user) : nil
    var cameFrom: [NodeID: NodeID] = [:]
    for node in awaited { cameFrom[node] = node }
    var open = Array(awaited.reversed())
    while let node = open.popLast() {
      if node == user || module != nil && table.module(of: node) == module {
        var path = [user]
        var step = node
        while let previous = cameFrom[step], previous != step {
          step = previous
          path.append(previous)
        }
        return [user] + path.reversed()
      }
      // A node that has ended is held up by none of the modules that it uses.
      let used = outcome(of: node) == nil ? uses[node, default: []] : []
      for next in table.dependencies(of: node) + used.flatMap(table.awaited)
      where cameFrom[next] == nil {
        cameFrom[next] = node
        open.append(next)
      }
    }
    return nil
  }
}
