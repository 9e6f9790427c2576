// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension FleetReport {
  /// Where to begin with a worse build; nil for another one, or if only *ready* as a whole is later.
  var advice: String? {
    guard case .worse = verdict else { return nil }
    if failures.contains(where: { $0.isBeyondChance && $0.now > $0.was }) {
      return "Begin with the failures."
    }
    let launches = Dictionary(
      coverage.map { ($0.launchClass, $0.launchesNow) }, uniquingKeysWith: +)
    let slower = regressions.filter { $0.z > 0 && !$0.task.isEmpty }.map { row in
      (
        row: row,
        waiting: (launches[row.launchClass] ?? 0) * (concerned(row)?.shareOfLaunches ?? 0)
      )
    }
    guard let most = slower.max(by: { $0.waiting < $1.waiting }), most.waiting > 0 else {
      return nil
    }
    let group = most.row.launchClass == FleetQuery.noClass ? "" : " in \(most.row.launchClass)"
    return """
      Begin with \(most.row.task)\(group), for which the most launches wait. 'gantry fleet moves' shows \
      which changes to the plan would help.
      """
  }

  /// The launches whose ready waits for a task in the new build; nil if none does.
  func concerned(_ row: Regression) -> Users? {
    users.first { $0.launchClass == row.launchClass && $0.task == row.task }
  }
}
