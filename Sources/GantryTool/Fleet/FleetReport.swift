// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
internal import GantrySupport

/// The answers of a database to all questions about two builds. Times are in microseconds, shares
/// and changes of tasks are parts of one.
struct FleetReport: Encodable {
  let schemaVersion = 1
  /// What the comparison says.
  var verdict = FleetVerdict.undecided([])
  /// The app, by the name in its rows.
  let app: String
  /// The kind of launches that are compared.
  let kind: String
  /// The build before; nil if there is only one.
  let from: String?
  /// The build after; nil if there are no launches of the kind.
  let to: String?
  let rows: Int
  /// Why rows are left out, by how many.
  let unusable: [DuckDB.Rows.Unusable]
  /// The rows of other apps.
  let foreign: Int
  let builds: [Build]
  let ready: [Percentiles]
  let weeks: [Percentiles]
  let changes: [Change]
  let regressions: [Regression]
  let users: [Users]
  let failures: [Failure]
  /// The launches of each class in both builds.
  let coverage: [Coverage]
  /// Tasks of the new build that probably are tasks of the old one under another name.
  let renames: [Rename]
  /// The source location that declares a task, by its name, from plan documents.
  let declared: [String: String]

  struct Build: Codable {
    let build: String
    let sent: Double
    let launches: Double
    let installs: Double
    let firstAt: Double
    let lastAt: Double
    let unreadyPerMillion: Double?
    let diedPerMillion: Double?
    let safePerMillion: Double?
    let dropped: Double?
  }

  struct Percentiles: Codable {
    let build: String?
    let week: String?
    let launchClass: String
    let sent: Double
    let weighted: Double
    let p50: Double
    let p75: Double
    let p90: Double
    let p95: Double
    let p99: Double
  }

  struct Change: Codable {
    /// A `task`, the `rest` of the time to ready, or `ready`, which is the sum of all others.
    let part: String
    let launchClass: String
    let task: String
    let change: Double
    let shareWas: Double
    let shareNow: Double
  }

  struct Regression: Codable {
    let launchClass: String
    /// The task; empty for ready.
    let task: String
    let change: Double
    let low: Double
    let high: Double
    let z: Double
    let was: Double
    let sent: Double
  }

  struct Users: Codable {
    let launchClass: String
    let task: String
    let shareOfLaunches: Double
    let shareOfInstalls: Double
  }

  /// A way in which launches fail, per million launches of the same classes and kinds.
  struct Failure: Codable {
    /// The ways, in the order of a report.
    enum Kind: String, Codable, CaseIterable { case unready, died, safe, failed, suspect }

    let failure: Kind
    /// The task that failed, or was under way at a death; empty for others.
    let task: String
    let was: Double
    let now: Double
    let low: Double
    let high: Double
    let z: Double
    /// The rows outside the sample.
    let others: Double
  }

  struct Coverage: Codable {
    let launchClass: String
    let rowsWas: Int
    let rowsNow: Int
    /// The launches that the rows of the new build stand for.
    let launchesNow: Double
  }

  /// A task that is gone, and the new one of the same module, if there is one of each.
  struct Rename: Codable {
    let was: String
    let now: String
  }

  /// The builds that were compared, and the kinds of launches that there are.
  struct Summary: Decodable {
    let from: String?
    let to: String?
    let kind: String?
    let kinds: [String]?
    /// The plans of the new build.
    let plans: [String]?
  }
}
