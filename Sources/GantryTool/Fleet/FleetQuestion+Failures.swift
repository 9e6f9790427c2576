// SPDX-License-Identifier: Apache-2.0

extension FleetQuery {
  /// The rates of launches that went wrong, per million, with the z value of their difference.
  ///
  /// Rates are compared within a class and kind, so that another mix of them is no difference: each
  /// stratum counts as N. Mantel and W. Haenszel weigh it (Statistical Aspects of the Analysis of
  /// Data from Retrospective Studies of Disease, 1959). The error is the largest of two. One comes
  /// from the differences of 64 groups of installations, because launches of an installation fail
  /// alike. The other comes from the rate of both builds together, because a build with few launches
  /// may have no failure by chance; it grows by as much as failures of groups scatter more than
  /// independent ones would.
  ///
  /// A death counts in the launch after it, which is of another build if that is the first one.
  var failures: String {
    """
    WITH picked AS (
      SELECT build, plan, \(Self.launchClass) AS launch_class, kind, \(engine.bucket) AS bucket,
        weight, reason, ready, previous, safe, \(engine.distinct("failed")) AS failed_tasks,
        \(engine.distinct("suspects")) AS suspect_tasks
      FROM \(launches) WHERE \(both)),
    failing AS (
      SELECT build, plan, launch_class, kind, bucket, weight, reason,
        \(engine.each("failed_tasks")) AS position
      FROM picked),
    events AS (
      \(events("unready", "''", "ready = 0"))
      UNION ALL
      \(events("died", "''", "previous = 'died' AND kind <> 'first'"))
      UNION ALL
      \(events("safe", "''", "safe > 0 AND kind <> 'first'"))
      UNION ALL
      \(events("suspect", engine.each("suspect_tasks"), "previous = 'died' AND kind <> 'first'"))
      UNION ALL
      SELECT 'failed' AS failure, \(name("f")) AS task, build, launch_class, kind, bucket, weight,
        reason
      FROM failing f LEFT JOIN \(names) p ON p.plan = f.plan AND p.position = f.position),
    seen AS (
      SELECT failure, task, \(sum("1", "build = \(to) AND reason <> 'sample'")) AS others
      FROM events GROUP BY failure, task HAVING \(sum("1", "reason = 'sample'")) >= 10),
    hits AS (
      SELECT e.failure AS failure, e.task AS task, launch_class, kind, bucket,
        \(sum("weight", "build = \(from)")) AS hit_was, \(sum("weight", "build = \(to)")) AS hit_now
      FROM events e JOIN seen s ON s.failure = e.failure AND s.task = e.task
      WHERE reason = 'sample' GROUP BY e.failure, e.task, launch_class, kind, bucket),
    cells AS (
      SELECT launch_class, kind, bucket, \(sum("weight", "build = \(from)")) AS cell_was,
        \(sum("weight", "build = \(to)")) AS cell_now,
        \(sum("weight * weight", "build = \(from)")) AS squares_was,
        \(sum("weight * weight", "build = \(to)")) AS squares_now
      FROM picked WHERE reason = 'sample' GROUP BY launch_class, kind, bucket),
    strata AS (
      SELECT launch_class, kind, sum(cell_was) + sum(cell_now) AS whole,
        sum(cell_now) / (sum(cell_was) + sum(cell_now)) AS share,
        sum(squares_was) AS all_squares_was, sum(squares_now) AS all_squares_now
      FROM cells GROUP BY launch_class, kind HAVING sum(cell_was) > 0 AND sum(cell_now) > 0),
    \(differences)
    SELECT d.failure AS failure, d.task AS task, 1e6 * rate_was AS was, 1e6 * rate_now AS now,
      1e6 * (rate_now - rate_was - 2 * error) AS low, 1e6 * (rate_now - rate_was + 2 * error) AS high,
      CASE WHEN rate_now < rate_was THEN -1 ELSE 1 END * (8 * degrees + 1.0) / (8 * degrees + 3)
        * sqrt(degrees * ln(1 + (rate_now - rate_was) * (rate_now - rate_was) / error / error / degrees)) AS z, others
    FROM differences d JOIN seen s ON s.failure = d.failure AND s.task = d.task
    WHERE error > 0 ORDER BY failure, task
    """
  }

  private func events(_ failure: String, _ task: String, _ condition: String) -> String {
    """
    SELECT '\(failure)' AS failure, \(task) AS task, build, launch_class, kind, bucket, weight, reason
      FROM picked WHERE \(condition)
    """
  }

  /// The rates and errors, from `hits`, `cells` and `strata`.
  private var differences: String {
    """
    balance AS (
      SELECT sum(share * (1 - share) * whole) AS balanced,
        \(sum("share * (1 - share) * whole", "kind <> 'first'")) AS balanced_later
      FROM strata),
    scales AS (
      SELECT failure, CASE WHEN failure IN ('unready', 'failed') THEN max(balanced)
        ELSE nullif(max(balanced_later), 0) END AS scale
      FROM hits CROSS JOIN balance GROUP BY failure),
    tested AS (
      SELECT failure, task, h.launch_class AS launch_class, h.kind AS kind, bucket, hit_was, hit_now,
        whole, share, all_squares_was, all_squares_now
      FROM hits h JOIN strata s ON s.launch_class = h.launch_class AND s.kind = h.kind),
    rates AS (
      SELECT failure, task, launch_class, kind, max(share) AS part,
        least(1, sum(hit_was + hit_now) / max(whole)) AS rate, sum(share * hit_was) AS part_was,
        sum((1 - share) * hit_now) AS part_now, max(all_squares_was) AS weights_was,
        max(all_squares_now) AS weights_now
      FROM tested GROUP BY failure, task, launch_class, kind),
    parts AS (
      SELECT failure, task, bucket, (1 - share) * hit_now - share * hit_was AS excess,
        hit_now + hit_was AS surplus
      FROM tested
      UNION ALL
      SELECT failure, task, bucket, rate * (part * cell_was - (1 - part) * cell_now) AS excess,
        -rate * (cell_was + cell_now) AS surplus
      FROM rates r JOIN cells c ON c.launch_class = r.launch_class AND c.kind = r.kind),
    groups AS (
      SELECT failure, task, bucket, sum(excess) AS group_excess, sum(surplus) AS group_surplus
      FROM parts GROUP BY failure, task, bucket),
    scatter AS (
      SELECT failure, task, count(*) * power(stddev_samp(group_excess), 2) AS scattered,
        count(*) * power(stddev_samp(group_surplus), 2) AS clustered, count(*) - 1 AS degrees
      FROM groups GROUP BY failure, task),
    models AS (
      SELECT failure, task, sum(part_was) AS all_was, sum(part_now) AS all_now,
        sum(rate * (1 - rate) * (part * part * weights_was + (1 - part) * (1 - part) * weights_now))
          AS expected,
        sum(rate * (1 - rate) * (weights_was + weights_now)) AS independent
      FROM rates GROUP BY failure, task),
    differences AS (
      SELECT m.failure AS failure, m.task AS task, all_was / scale AS rate_was, all_now / scale AS rate_now,
        degrees,
        sqrt(greatest(scattered, expected
          * greatest(1, coalesce(clustered / nullif(independent, 0), 1)))) / scale AS error
      FROM models m JOIN scatter g ON g.failure = m.failure AND g.task = m.task
        JOIN scales s ON s.failure = m.failure
      WHERE degrees >= 15)
    """
  }
}
