// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GantryTool

/// `gantry fleet report` with a program that gives the answers of these tests.
@Suite struct FleetReportTests {
  private let folder: ToolFolder

  /// The answers, by question.
  private static let answers: [String: String] = [
    "overview": """
    [{"rows":900,"collided":0,"foreign":2,"apps":[{"app":"shop","rows":900},{"app":"x","rows":2}],\
    "unusable":[{"reason":"ready isn't a time","rows":3},{"reason":"no build or no plan","rows":1}]}]
    """,
    "summary":
      #"[{"from":"1","to":"2","kind":"again","kinds":["again"],"plans":["ab"]}]"#,
    "coverage":
      #"[{"launch_class":"(no class)","rows_was":400,"rows_now":500,"launches_now":800.5}]"#,
    "builds": """
    [{"build":"1","sent":400,"launches":400,"installs":90,"first_at":1793577600000,\
    "last_at":1793664000000,"unready_per_million":2500,"died_per_million":5000,\
    "safe_per_million":0,"dropped":null},\
    {"build":"2","sent":500,"launches":800.5,"installs":95,"first_at":1793664000000,\
    "last_at":1793664000000,"unready_per_million":0,"died_per_million":20000,\
    "safe_per_million":10,"dropped":3}]
    """,
    "ready": """
    [{"build":"1","launch_class":"(no class)","sent":400,"weighted":400,"p50":41000,"p75":50000,"p90":60000,\
    "p95":70000,"p99":1200000}]
    """,
    "weeks": "[]", "renames": "[]",
    "changes": """
    [{"part":"ready","launch_class":"(no class)","task":"","change":-1500,"share_was":1,"share_now":1},\
    {"part":"rest","launch_class":"(no class)","task":"","change":100,"share_was":1,"share_now":1},\
    {"part":"task","launch_class":"(no class)","task":"Shop.open","change":-1600,"share_was":0.5,"share_now":0},\
    {"part":"ready","launch_class":"maybe by chance","task":"","change":90,"share_was":1,"share_now":1}]
    """,
    "regressions": """
    [{"launch_class":"(no class)","task":"Shop.open","change":0.25,"low":0.125,"high":0.375,"z":6,"was":4000,\
    "sent":800}]
    """,
    "users": """
    [{"launch_class":"(no class)","task":"Shop.open","share_of_launches":0.5,"share_of_installs":0.25}]
    """,
    "failures": """
    [{"failure":"died","task":"","was":5000,"now":20000,"low":9000,"high":21000,"z":8,"others":4},\
    {"failure":"failed","task":"Shop.open","was":100,"now":90,"low":-30,"high":10,"z":-1,"others":0},\
    {"failure":"suspect","task":"<Ads>","was":10,"now":3000,"low":2000,"high":4000,"z":9,\
    "others":2}]
    """,
  ]

  init() throws {
    folder = try ToolFolder()
    try folder.write("{}\n", to: "rows.ndjson")
    try answer(Self.answers)
    try folder.write(
      """
      {"v": 1, "plan": "ab", "tasks": [{"position": 0, "name": "Shop.open", "owner": "Shop", \
      "role": "task", "lane": "main", "stage": "beforeReady", "async": false, "join": false, \
      "essential": false, "priority": 0, "declared": "Shop/Shop.swift:7", "needs": [], \
      "milestones": []}]}
      """, to: "plan.json")
  }

  /// Writes the program's answers.
  private func answer(_ answers: [String: String]) throws {
    for (name, text) in answers { try folder.write(text, to: "answer-\(name)") }
    try folder.write(
      """
      #!/bin/sh
      to=$(dirname "$6")
      cat "$6" >>asked.sql
      for answer in answer-*; do cp "$answer" "$to/${answer#answer-}"; done
      """, to: "duckdb.sh")
  }

  private func report(_ arguments: String) async throws -> ToolFolder.End {
    try await folder.run(
      "fleet report rows.ndjson --duckdb ./duckdb \(arguments)",
      after: "cp duckdb.sh duckdb && chmod 755 duckdb")
  }

  @Test func `a worse build ends with 1, and its tables say why`() async throws {
    let end = try await report("--plan plan.json")
    #expect(
      end.output == """
        Build 2 compared with 1
        900 rows of 2 builds; app shop; second and later launches; without 2 rows of other apps; \
        4 lines can't be used (ready isn't a time: 3, no build or no plan: 1)
        Launches die more often in <Ads> and 1 task became slower.
        Begin with the failures.

        Failures, per million launches
        Of like launches: those of classes and kinds that both builds have. Rows outside the sample \
        count only in the column "outside". Not listed: 1 that may be chance.
        failure        before   after  95 % interval of the change  beyond chance  outside
        died            5,000  20,000             +9,000 … +21,000  more                 4
        died in <Ads>      10   3,000              +2,000 … +4,000  more                 2

        Slower or faster beyond chance
        The share of launches and users whose ready waits for the task in the new build.
         change  task       class           95 % interval     was  launches  users  declared at
        +25.0 %  Shop.open  (no class)  +12.5 % … +37.5 %  4.0 ms      50 %   25 %  Shop/Shop.swift:7

        Causes of the change of the mean time to ready
        Of the classes above. The changes of a class add up, and the shares are of launches with the \
        task on the path.
          change  because of                         before  after  declared at
         -1.5 ms  (no class): ready (may be chance)
         -1.6 ms    Shop.open                          50 %    0 %  Shop/Shop.swift:7
        +0.10 ms    after the last task

        Ready, by build
        class       build  launches   median      p75      p90      p95    p99
        (no class)  1           400  41.0 ms  50.0 ms  60.0 ms  70.0 ms  1.2 s

        Builds
        Never ready, after a death and in safe mode: per million launches of any kind.
        build  from        to          rows  launches  installations  never ready    died  safe mode  dropped
        1      2026-11-02  2026-11-03   400       400             90        2,500   5,000          0
        2      2026-11-03  2026-11-03   500       801             95            0  20,000         10        3

        """)
    #expect(end.status == 1 && end.errors.isEmpty)
  }

  @Test func `of a single build, the tasks that ready waits for are listed`() async throws {
    try answer([
      "overview": """
      [{"rows":9,"collided":0,"foreign":0,"apps":[{"app":"","rows":9}],"unusable":null}]
      """,
      "summary": """
      [{"from":null,"to":"1","kind":"unknown","kinds":["unknown"],"plans":["ab"]}]
      """,
      "ready": "[]", "changes": "[]", "regressions": "[]", "failures": "[]", "coverage": "[]",
      "users": """
      [{"launch_class":"(no class)","task":"Shop.open","share_of_launches":0.5,"share_of_installs":0.25},\
      {"launch_class":"(no class)","task":"Shop.close","share_of_launches":0.09,"share_of_installs":1}]
      """,
    ])
    let end = try await report("--plan plan.json")
    #expect(
      end.output.hasPrefix(
        """
        Build 1
        9 rows of 2 builds; launches of unknown kind
        The builds can't be judged. There is only one build, so nothing is compared.

        Tasks that ready waits for
        In one of ten launches or more.
        task       class       launches  users  declared at
        Shop.open  (no class)      50 %   25 %  Shop/Shop.swift:7

        Builds

        """))
    #expect(end.status == 2)
  }

  @Test func `a build that is no worse ends with 0`() async throws {
    try answer(["regressions": "[]", "failures": "[]"])
    let end = try await report("")
    #expect(end.status == 0)
    #expect(end.output.contains("\nNothing became worse by more than chance explains.\n"))
    let faster = Self.answers["regressions"]?.replacing("\"z\":6", with: "\"z\":-6")
    try answer(["regressions": try #require(faster)])
    #expect(try await report("").status == 0)
  }

  @Test func `the page is complete, and escapes what rows contain`() async throws {
    let end = try await report("--format html --output fleet.html --plan plan.json")
    #expect(end == ToolFolder.End(status: 1))
    let page = try folder.text(of: "fleet.html")
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
    #expect(page.contains("&lt;Ads&gt;") && !page.contains("<Ads>"))
    #expect(page.contains("<td class=\"n\">+12.5 % … +37.5 %</td>"))
    #expect(page.contains("<td>Shop/Shop.swift:7</td>"))
  }

  @Test func `JSON has all answers and the verdict`() async throws {
    let end = try await report("--format json")
    let object = try JSONSerialization.jsonObject(with: Data(end.output.utf8)) as? [String: Any]
    #expect(object?["schemaVersion"] as? Int == 1 && object?["app"] as? String == "shop")
    let verdict = object?["verdict"] as? [String: Any]
    #expect(verdict?["name"] as? String == "worse" && verdict?["exit"] as? Int == 1)
    #expect(
      verdict?["reasons"] as? [String]
        == ["launches die more often in <Ads>", "1 task became slower"])
    let builds = object?["builds"] as? [[String: Any]]
    #expect(builds?.last?["diedPerMillion"] as? Double == 20_000)
  }

  @Test func `texts of the user are literals in what is asked`() async throws {
    try folder.write("{}\n", to: "it's [1].jsonl")
    let end = try await folder.run(
      #"fleet report "it's [1].jsonl" --duckdb ./duckdb --from "1'" --to "2'""#,
      after: "cp duckdb.sh duckdb && chmod 755 duckdb")
    #expect(end.errors == "There are no launches of build \"1'\". Did you mean 1?\n")
    let asked = try folder.text(of: "asked.sql")
    #expect(asked.contains("read_json(['it''s [[]1].jsonl']"))
    #expect(asked.contains("SET VARIABLE old_build = '1''';"))
  }

  @Test func `without duckdb, the questions are printed with advice`() async throws {
    let end = try await folder.run(
      "fleet report rows.ndjson --from 1 --to 2", path: "/nowhere")
    #expect(
      end.errors == """
        duckdb: cannot be run: no such file or directory.
        DuckDB answers questions about launches. Install it, with `pip install duckdb-cli` or `brew \
        install duckdb`, or name it with '--duckdb'. `gantry fleet schema` and `gantry fleet sql` \
        print the tables and the questions for other databases.

        """)
    #expect(end.status == 69)
    for question in FleetQuestion.allCases {
      #expect(end.output.contains("-- \(question.words)\n"))
    }
  }

  /// Command lines that don't lead to a report.
  static let wrong: [(String, String, Int32)] = [
    ("none.ndjson", "none.ndjson: there is no such file.\n", 66),
    (
      "plan.json",
      """
      plan.json: rows are in files with the ending .ndjson, .jsonl, .ndjson.gz, .jsonl.gz or \
      .parquet.

      """, 64
    ),
    (
      "empty",
      """
      empty: has no rows of launches: no .ndjson, .jsonl, .ndjson.gz, .jsonl.gz or .parquet file.

      """, 66
    ),
    (
      "rows.ndjson --plan other.json",
      """
      other.json: is not the document of a plan, which `gantry plan --document` prints: 'v' is \
      missing.

      """, 2
    ),
    (
      "rows.ndjson --plan damaged.json",
      "damaged.json: the document is damaged or of a later version. Print it again.\n", 2
    ),
    (
      "rows.ndjson --duckdb ./broken", "duckdb: ended with 3: Error: out of luck\n", 69
    ),
    (
      "rows.ndjson --duckdb ./duckdb --kind first",
      "There are no launches of the kind first, only again.\n", 2
    ),
    (
      "rows.ndjson --from 1 --to 1",
      """
      Error: '--from' and '--to' name the same build, 1.
      Usage: gantry fleet report <files> ... [--plan <file> ...] [--duckdb <program>] [--app <app>] [--from <build>] [--to <build>] [--at-least <percent>] [--kind <kind>] [--format <format>] [--output <output>]
        See 'gantry fleet report --help' for more information.

      """, 64
    ),
  ]

  @Test(arguments: wrong)
  func `a report that can't be made is explained`(
    arguments: String, errors: String, status: Int32
  ) async throws {
    let plan = try folder.text(of: "plan.json")
    try folder.write(plan.replacing("\"position\": 0", with: "\"position\": 1"), to: "damaged.json")
    let setUp = """
      mkdir empty && printf '#!/bin/sh\\necho "Error: out of luck" >&2; exit 3\\n' >broken \
      && cp duckdb.sh duckdb && chmod 755 broken duckdb
      """
    let end = try await folder.run("fleet report \(arguments)", after: setUp)
    #expect(end == ToolFolder.End(errors: errors, status: status))
  }

  @Test func `rows of several apps need a choice`() async throws {
    try answer([
      "overview": """
      [{"rows":60,"collided":0,"foreign":40,"apps":[{"app":"shop","rows":60},\
      {"app":"","rows":40}],"unusable":null}]
      """
    ])
    let end = try await report("")
    let errors = """
      There are launches of several apps. Choose one with '--app': shop (60 rows) and (no name) (40 \
      rows).

      """
    #expect(end == ToolFolder.End(errors: errors, status: 64))
    let chosen = try await report("--app shop")
    #expect(chosen.status == 1 && chosen.errors.isEmpty)
    #expect(try folder.text(of: "asked.sql").contains("SET VARIABLE app = 'shop';"))
  }

  @Test func `an unknown app is answered with near names`() async throws {
    try answer([
      "overview": """
      [{"rows":0,"collided":0,"foreign":9,"apps":[{"app":"shop","rows":9}],"unusable":null}]
      """
    ])
    let errors = "There are no launches of the app \"shp\". Did you mean shop?\n"
    #expect(try await report("--app shp") == ToolFolder.End(errors: errors, status: 2))
  }

  @Test func `long work says how far it is`() async throws {
    let file = try FileHandle(forWritingTo: folder.url.appending(path: "rows.ndjson"))
    // A file with a hole takes no space.
    try file.truncate(atOffset: 65 << 20)
    try file.close()
    let end = try await report("")
    #expect(
      end.errors.hasPrefix(
        "Reading 65 MB of rows …\nQuestion 1 of 10: summary …\nQuestion 2 of 10: coverage …\n"))
    #expect(end.errors.hasSuffix("Question 10 of 10: failures …\n") && end.status == 1)
  }

  @Test func `a line break in a name doesn't end the line of a table`() async throws {
    let broken = Self.answers["regressions"]?.replacing("Shop.open", with: #"Shop\r\n.open"#)
    try answer(["regressions": try #require(broken)])
    #expect(try await report("").output.contains("+25.0 %  Shop .open  (no class)"))
  }

  @Test func `a task that is probably renamed is one cause`() async throws {
    try answer([
      "renames": #"[{"was":"Shop.open","now":"Shop.load"}]"#,
      "changes": """
      [{"part":"ready","launch_class":"(no class)","task":"","change":3600,"share_was":1,"share_now":1},\
      {"part":"rest","launch_class":"(no class)","task":"","change":0,"share_was":1,"share_now":1},\
      {"part":"task","launch_class":"(no class)","task":"Shop.load","change":7200,"share_was":0,"share_now":0.9},\
      {"part":"task","launch_class":"(no class)","task":"Shop.open","change":-3600,"share_was":0.5,"share_now":0}]
      """,
    ])
    let end = try await report("")
    #expect(
      end.output.contains("+3.6 ms    Shop.load (Shop.open before?)      50 %   90 %\n"),
      "\(end.output)")
    #expect(!end.output.contains("-3.6 ms"))
  }

  @Test func `rows that can't be used are said, even if there are no others`() async throws {
    let overview = try #require(Self.answers["overview"])
    try answer([
      "builds": "[]",
      "overview": overview.replacing(
        "\"rows\":900,\"collided\":0,\"foreign\":2", with: "\"rows\":0,\"collided\":0,\"foreign\":0"
      ),
    ])
    let errors = """
      The files have no rows of launches that can be used (ready isn't a time: 3, no build or no plan: \
      1).

      """
    #expect(try await report("") == ToolFolder.End(errors: errors, status: 2))
  }

  @Test func `a Parquet file with another type is named, with the column`() async throws {
    try folder.write("PAR1", to: "rows.parquet")
    try folder.write(
      #"[{"file":"rows.parquet","column":"run","type":"UTF8","expected":"a list"}]"#,
      to: "answer-types")
    try folder.write(
      """
      #!/bin/sh
      grep -q parquet_schema "$6" || { echo "Conversion Error: no" >&2; exit 1; }
      cp answer-types "$(dirname "$6")/types"
      """, to: "duckdb.sh")
    let end = try await folder.run(
      "fleet report rows.parquet --duckdb ./duckdb",
      after: "cp duckdb.sh duckdb && chmod 755 duckdb")
    let errors = """
      rows.parquet: the column 'run' has the type UTF8, and rows of launches have a list there. \
      `gantry fleet schema` prints the types of all columns.

      """
    #expect(end == ToolFolder.End(errors: errors, status: 2))
  }

  @Test func `a task is declared where the document of the new build says`() async throws {
    let plan = try folder.text(of: "plan.json")
    try folder.write(
      plan.replacing(#""plan": "ab""#, with: #""plan": "aa""#).replacing(
        "swift:7", with: "swift:6"),
      to: "old.json")
    for plans in ["--plan old.json --plan plan.json", "--plan plan.json --plan old.json"] {
      #expect(try await report(plans).output.contains("25 %  Shop/Shop.swift:7\n"))
    }
  }
}
