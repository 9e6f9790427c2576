// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantrySupport

/// The modules and tasks that safe mode keeps from running, and why.
///
/// Its level alone is in the report of a launch, which names the modules and tasks by their outcomes.
public struct SafeModeStatus: Sendable, Hashable, CustomStringConvertible {
  /// The extent of the modules and tasks that do not run.
  public let level: LaunchReport.SafeModeLevel
  /// The modules and tasks that do not run, sorted by name; those that require them are also
  /// skipped.
  public let quarantined: [ModuleName]
  /// The tasks, handlers and long-running work under suspicion, each with the number of launches
  /// that have to survive before it is tried again.
  public let suspects: [ModuleName: Int]
  /// The suspect that this launch tries again; nil if there is none.
  package let trial: ModuleName?
  /// The suspects that run anyway, since something essential needs them, sorted by name.
  package let essentialSuspects: [ModuleName]
  /// The number of launches in a row that have crashed, were killed or hung.
  public let crashes: Int

  /// One line for people to read.
  public var description: String {
    guard level != .off || crashes > 0 || trial != nil else { return "safe mode is off" }
    let died =
      crashes == 0
      ? "an earlier launch died"
      : crashes.counted("launch died", "launches in a row died")
    func list(_ names: [ModuleName]) -> String { names.map(\.rawValue).joined(separator: ", ") }
    let off = quarantined.isEmpty ? [] : ["quarantined: \(list(quarantined))"]
    let suspects =
      essentialSuspects.isEmpty ? [] : ["essential, so not quarantined: \(list(essentialSuspects))"]
    let tried = trial.map { ["tried again: \($0)"] } ?? []
    return (["safe mode (\(level.rawValue)): \(died)"] + off + suspects + tried)
      .joined(separator: "; ")
  }
}
