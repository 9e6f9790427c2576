// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import GantrySupport

/// A question about the launches of many users, as SQL over the tables of ``FleetSchema``.
///
/// Times, shares and rates use only rows with the reason `sample`, each counted with its weight.
/// Rows with the reason `bad` are of installations outside the sample: they name more suspects, but
/// would bend every rate.
enum FleetQuestion: String, CaseIterable {
  case builds, ready, weeks, changes, regressions, users, failures

  /// The question in words, for the help and for the SQL.
  var words: String {
    switch self {
    case .builds: "Launches, installations, safe mode, deaths and dropped rows of each build."
    case .ready: "Percentiles of the time to ready, by build and class."
    case .weeks: "Percentiles of the time to ready, by week and class."
    case .changes:
      "What changed the mean time to ready between two builds: the parts of its tasks add up."
    case .regressions: "Tasks that became slower or faster between two builds, beyond chance."
    case .users: "The share of launches and installations in which ready waited for a task."
    case .failures:
      "Launches that were never ready, died or failed, per million like launches, in two builds."
    }
  }

  init(named name: String) throws(ToolFailure) {
    guard let question = Self(rawValue: name) else {
      let names = Self.allCases.map(\.rawValue)
      let near = NearNames.of(name, among: names)
      let hint = near.isEmpty ? " There are \(Wording.list(names))." : Wording.near(near)
      throw ToolFailure("There is no question \(Wording.quoted(name)).\(hint)", .misuse)
    }
    self = question
  }
}

/// The launches that a question compares, as expressions in SQL.
///
/// Launches are compared within a class: the class of devices, with the source of the launch unless a
/// person started it, and the kind of process if it isn't the app's own. Launches in the background
/// take longer, so that a build with more of them would seem slower.
struct FleetQuery {
  let engine: FleetEngine
  /// The app; nil takes all rows.
  var app: String?
  /// The kind of launches; other kinds are left out, because their times aren't comparable.
  let kind: String
  /// The build before.
  let from: String
  /// The build after.
  let to: String
  /// The smallest change of a task that counts, as a share.
  let least: Double

  /// Returns the statement for a question, without a semicolon at the end.
  func sql(_ question: FleetQuestion) -> String {
    switch question {
    case .builds: builds
    case .ready: percentiles(of: "build", named: "build")
    case .weeks: percentiles(of: engine.week, named: "week")
    case .changes: changes
    case .regressions: regressions
    case .users: users
    case .failures: failures
    }
  }

  private var sampled: String { "reason = 'sample' AND kind = \(kind)" }
  var both: String { "build IN (\(from), \(to))" }

  /// The table of launches, with one app's rows if it is given.
  var launches: String {
    app.map { "(SELECT * FROM launches WHERE app = \($0)) AS launches" } ?? "launches"
  }

  /// The class of launches whose app names no class of devices.
  static let noClass = "(no class)"

  /// The class of a launch, such as `phone-2022 (push)`.
  static let launchClass = """
    concat(coalesce(nullif(device, ''), '\(noClass)'), \
    CASE WHEN coalesce(source, '') IN ('', 'user') THEN '' ELSE concat(' (', source, ')') END, \
    CASE WHEN coalesce(process, '') IN ('', 'app', 'daemon') THEN '' \
    ELSE concat(' (', process, ')') END)
    """

  /// The names of positions. A plan may have been stored several times.
  let names = """
    (SELECT plan, position, max(task) AS task FROM plans GROUP BY plan, position)
    """

  /// Returns the name of a task; its position if no document and no row has its name.
  func name(_ rows: String) -> String {
    """
    coalesce(nullif(p.task, ''), concat('task ', CAST(\(rows).position AS \(engine.type(.text))), \
    ' of plan ', \(rows).plan))
    """
  }

  func sum(_ value: String, _ condition: String) -> String {
    "sum(CASE WHEN \(condition) THEN \(value) ELSE 0 END)"
  }

  private var builds: String {
    let sample = "reason = 'sample'"
    return """
      WITH sums AS (
        SELECT build, count(*) AS sent, \(sum("weight", sample)) AS weights,
          count(DISTINCT install) AS installs, min(started_at) AS first_at, max(started_at) AS last_at,
          \(sum("weight", "\(sample) AND ready = 0")) AS unready,
          \(sum("weight", "\(sample) AND previous = 'died'")) AS died,
          \(sum("weight", "\(sample) AND safe > 0")) AS in_safe_mode, sum(dropped) AS lost
        FROM \(launches) GROUP BY build)
      SELECT build, sent, weights AS launches, installs, first_at, last_at,
        1e6 * unready / nullif(weights, 0) AS unready_per_million,
        1e6 * died / nullif(weights, 0) AS died_per_million,
        1e6 * in_safe_mode / nullif(weights, 0) AS safe_per_million, lost AS dropped
      FROM sums ORDER BY first_at, build
      """
  }

  /// Percentiles as if each row stood `weight` times in the table, with interpolation.
  private func percentiles(of cell: String, named name: String) -> String {
    let shares = [50, 75, 90, 95, 99]
    let asked = shares.map { "SELECT \(Double($0) / 100) AS share" }
    let columns = shares.map { percent in
      """
      max(CASE WHEN share = \(Double(percent) / 100) THEN low + (spot - floor(spot)) * \
      (coalesce(high, low) - low) END) AS p\(percent)
      """
    }
    return """
      WITH times AS (
        SELECT \(cell) AS cell, \(Self.launchClass) AS launch_class, CAST(ready AS \(engine.type(.real))) AS ready_time,
          sum(weight) AS weights, count(*) AS sent
        FROM \(launches) WHERE \(sampled) AND ready > 0 GROUP BY cell, launch_class, ready_time),
      places AS (
        SELECT cell, launch_class, ready_time, sent,
          sum(weights) OVER (PARTITION BY cell, launch_class ORDER BY ready_time
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS upto,
          sum(weights) OVER (PARTITION BY cell, launch_class) AS whole
        FROM times),
      asked AS (\(asked.joined(separator: " UNION ALL "))),
      found AS (
        SELECT cell, launch_class, share, sum(sent) AS rows_sent, max(whole) AS launches,
          max(share * (whole - 1)) AS spot,
          min(CASE WHEN upto > floor(share * (whole - 1)) THEN ready_time END) AS low,
          min(CASE WHEN upto > floor(share * (whole - 1)) + 1 THEN ready_time END) AS high
        FROM places CROSS JOIN asked GROUP BY cell, launch_class, share)
      SELECT cell AS \(name), launch_class, max(rows_sent) AS sent, max(launches) AS weighted,
        \(columns.joined(separator: ",\n  "))
      FROM found GROUP BY cell, launch_class ORDER BY launch_class, cell
      """
  }

  /// The steps of the critical path follow one another, so that their parts add up to the time of
  /// ready but for the end of the last one.
  private var changes: String {
    func end(_ step: String) -> String {
      // Wide, because an application may have sent any number.
      let position = "CAST(\(engine.element(of: "path", at: step)) AS \(engine.type(.number)))"
      return "CAST(\(engine.element(of: "start", at: position)) AS \(engine.type(.real))) + "
        + engine.element(of: "run", at: position)
    }
    return """
      WITH picked AS (
        SELECT build, \(Self.launchClass) AS launch_class, plan, weight, CAST(ready AS \(engine.type(.real))) AS ready_time,
          path, start, run
        FROM \(launches) WHERE \(sampled) AND \(both) AND ready > 0),
      sides AS (
        SELECT launch_class, \(sum("weight", "build = \(from)")) AS was,
          \(sum("weight", "build = \(to)")) AS now,
          \(sum("weight * ready_time", "build = \(from)")) AS ready_was,
          \(sum("weight * ready_time", "build = \(to)")) AS ready_now
        FROM picked GROUP BY launch_class),
      steps AS (
        SELECT build, launch_class, plan, weight, path, start, run, \(engine.positions(in: "path")) AS step
        FROM picked),
      parts AS (
        SELECT build, launch_class, plan, weight, \(engine.element(of: "path", at: "step")) AS position,
          \(end("step")) - CASE WHEN step = 0 THEN 0 ELSE \(end("step - 1")) END AS part
        FROM steps),
      sums AS (
        SELECT build, launch_class, plan, position, sum(weight * coalesce(part, 0)) AS parts_sum, sum(weight) AS weights
        FROM parts GROUP BY build, launch_class, plan, position),
      named AS (
        SELECT build, launch_class, \(name("s")) AS task, parts_sum, weights
        FROM sums s LEFT JOIN \(names) p ON p.plan = s.plan AND p.position = s.position),
      tasks AS (
        SELECT n.launch_class AS launch_class, task,
          \(sum("parts_sum", "build = \(to)")) / max(now)
            - \(sum("parts_sum", "build = \(from)")) / max(was) AS change,
          \(sum("weights", "build = \(from)")) / max(was) AS share_was,
          \(sum("weights", "build = \(to)")) / max(now) AS share_now
        FROM named n JOIN sides s ON s.launch_class = n.launch_class
        WHERE was > 0 AND now > 0 GROUP BY n.launch_class, task),
      known AS (SELECT launch_class, sum(change) AS named_change FROM tasks GROUP BY launch_class),
      answers AS (
        SELECT 'task' AS part, launch_class, task, change, share_was, share_now FROM tasks
        UNION ALL
        SELECT 'rest', s.launch_class, '', ready_now / now - ready_was / was - coalesce(k.named_change, 0), 1, 1
        FROM sides s LEFT JOIN known k ON k.launch_class = s.launch_class WHERE was > 0 AND now > 0
        UNION ALL
        SELECT 'ready', launch_class, '', ready_now / now - ready_was / was, 1, 1
        FROM sides WHERE was > 0 AND now > 0)
      SELECT part, launch_class, task, change, share_was, share_now FROM answers
      ORDER BY launch_class, part, change DESC, task
      """
  }

  /// Launches of an installation are alike, so that their number says too little: the differences
  /// of 64 groups of installations give the error. The z value is that of a normal distribution, by
  /// D. L. Wallace's approximation (Bounds on Normal Approximations to Student's and the Chi-Square
  /// Distributions, 1959). The task without a name is ready itself.
  private var regressions: String {
    let run = "CAST(\(engine.element(of: "run", at: "position")) AS \(engine.type(.real)))"
    let start = engine.element(of: "start", at: "position")
    func mean(_ build: String) -> String {
      """
      sum(CASE WHEN build = \(build) THEN logs END) / sum(CASE WHEN build = \(build) THEN weights \
      END)
      """
    }
    return """
      WITH picked AS (
        SELECT build, \(Self.launchClass) AS launch_class, plan, \(engine.bucket) AS bucket, weight, ready, start, run, failed
        FROM \(launches) WHERE \(sampled) AND \(both)),
      ran AS (
        SELECT build, launch_class, plan, bucket, weight, start, run, failed,
          \(engine.positions(in: "run")) AS position
        FROM picked),
      sums AS (
        SELECT build, launch_class, plan, bucket, position, sum(weight * ln(greatest(\(run), 0) + 1)) AS logs,
          sum(weight) AS weights, count(*) AS sent
        FROM ran WHERE \(start) > 0 AND NOT \(engine.contains("failed", "position"))
        GROUP BY build, launch_class, plan, bucket, position
        UNION ALL
        SELECT build, launch_class, plan, bucket, -1, sum(weight * ln(ready + 1)), sum(weight), count(*)
        FROM picked WHERE ready > 0 GROUP BY build, launch_class, plan, bucket),
      named AS (
        SELECT build, launch_class, bucket, logs, weights, sent,
          CASE WHEN s.position < 0 THEN '' ELSE \(name("s")) END AS task
        FROM sums s LEFT JOIN \(names) p ON p.plan = s.plan AND p.position = s.position),
      groups AS (
        SELECT launch_class, task, bucket, \(mean(from)) AS was, \(mean(to)) AS now, sum(sent) AS launches
        FROM named GROUP BY launch_class, task, bucket),
      means AS (
        SELECT launch_class, task, avg(now - was) AS mean, avg(was) AS typical,
          stddev_samp(now - was) / sqrt(count(now - was)) AS error, count(now - was) - 1 AS degrees,
          sum(launches) AS sent
        FROM groups GROUP BY launch_class, task),
      tests AS (
        SELECT launch_class, task, mean, typical, error, sent, (8 * degrees + 1.0) / (8 * degrees + 3)
          * sqrt(degrees * ln(1 + mean * mean / error / error / degrees)) AS size
        FROM means WHERE degrees >= 15 AND error > 0)
      SELECT launch_class, task, exp(mean) - 1 AS change, exp(mean - 2 * error) - 1 AS low,
        exp(mean + 2 * error) - 1 AS high, CASE WHEN mean < 0 THEN -size ELSE size END AS z,
        exp(typical) - 1 AS was, sent
      FROM tests WHERE size > 4.5 AND abs(exp(mean) - 1) >= \(least) ORDER BY launch_class, task
      """
  }

  private var users: String {
    """
    WITH picked AS (
      SELECT \(Self.launchClass) AS launch_class, plan, install, weight, path
      FROM \(launches) WHERE \(sampled) AND build = \(to) AND ready > 0),
    steps AS (
      SELECT launch_class, plan, install, weight, \(engine.each("path")) AS position FROM picked),
    named AS (
      SELECT launch_class, \(name("s")) AS task, install, weight
      FROM steps s LEFT JOIN \(names) p ON p.plan = s.plan AND p.position = s.position),
    concerned AS (
      SELECT launch_class, task, install, sum(weight) AS launches, max(weight) AS installs
      FROM named GROUP BY launch_class, task, install),
    alls AS (
      SELECT launch_class, install, sum(weight) AS launches, max(weight) AS installs
      FROM picked GROUP BY launch_class, install),
    whole AS (
      SELECT launch_class, sum(launches) AS all_launches, sum(installs) AS all_installs
      FROM alls GROUP BY launch_class)
    SELECT c.launch_class AS launch_class, task, sum(launches) / max(all_launches) AS share_of_launches,
      sum(installs) / max(all_installs) AS share_of_installs
    FROM concerned c JOIN whole w ON w.launch_class = c.launch_class
    GROUP BY c.launch_class, task ORDER BY launch_class, share_of_launches DESC, task
    """
  }
}
