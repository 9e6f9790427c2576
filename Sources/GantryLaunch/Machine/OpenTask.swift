// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// A launch task that has not ended, because it runs or waits, and the tasks that wait for it.
public struct OpenTask: Sendable, Hashable {
  /// The task, long-running work that it waits for, or the module whose `init` runs.
  public let name: ModuleName
  /// How long it has been running or queued; nil if it does neither.
  public let elapsed: Duration?
  /// The tasks that wait for it, in launch order.
  public let dependents: [ModuleName]
  private let words: String

  /// Returns the tasks at the ends of waits, each once, running tasks first.
  package static func all(_ waits: [LaunchWait]) -> [OpenTask] {
    let waits = waits.filter { $0.elapsed != nil } + waits.filter { $0.elapsed == nil }
    var names: [ModuleName] = []
    var byName: [ModuleName: [LaunchWait]] = [:]
    for wait in waits {
      guard let name = wait.chain.last else { continue }
      if byName[name] == nil { names.append(name) }
      byName[name, default: []].append(wait)
    }
    return names.compactMap { name in byName[name].flatMap { OpenTask(name, $0) } }
  }

  /// Creates a task from its parts, for tests.
  package init(
    _ name: ModuleName, _ elapsed: Duration?, dependents: [ModuleName], words: String
  ) {
    (self.name, self.elapsed, self.dependents, self.words) = (name, elapsed, dependents, words)
  }

  private init?(_ name: ModuleName, _ waits: [LaunchWait]) {
    guard var longest = waits.first else { return nil }
    for wait in waits where wait.chain.count > longest.chain.count { longest = wait }
    let first = waits.compactMap(\.chain.first)
    self.init(
      name, longest.elapsed, dependents: first.filter { $0 != name },
      words: Self.line(longest, others: first.filter { !longest.chain.contains($0) }))
  }

  /// The most other waiting tasks that a line names.
  private static let named = 20

  private static func line(_ longest: LaunchWait, others: [ModuleName]) -> String {
    let verb = others.count == 1 ? "waits" : "wait"
    let rest = others.count - named
    let names =
      others.prefix(named).map(\.rawValue).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
    let also = others.isEmpty ? "" : "; \(names) \(verb) for it, too"
    return "\(longest)\(also)"
  }
}

extension OpenTask: CustomStringConvertible {
  /// The longest chain to the task, what it does, and the other tasks that wait for it:
  /// `waiting for Orders ← Storage.open, running for 3.2 s on the main lane`.
  public var description: String { words }
}
