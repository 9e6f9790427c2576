# SPDX-License-Identifier: Apache-2.0
#
# Asks ClickHouse the questions that DuckDB answered, about the same rows.

import glob
import json
import re
import subprocess

from chdb import session

import launches

# The keys of the answers: rows with the same keys are compared.
KEYS = {
    "builds": ("build",), "ready": ("build", "device"), "weeks": ("week", "device"), "changes": ("part", "device", "task"),
    "regressions": ("device", "task"), "users": ("device", "task"), "suspects": ("task",),
}


def snake(name):
    return re.sub("[A-Z]", lambda match: "_" + match.group().lower(), name)


def compare(options, folder, found, expect):
    database = session.Session()

    def ask(sql):
        return json.loads(str(database.query(sql, "JSON")))["data"]

    def gantry(*arguments):
        return subprocess.run([options.gantry, "fleet", *arguments], capture_output=True, text=True, check=True).stdout

    database.query("SET output_format_json_quote_64bit_integers = 0")
    # The last statement is a comment.
    for statement in gantry("schema", "--engine", "clickhouse").split(";")[:2]:
        database.query(statement)
    columns = [(row["name"], row["type"]) for row in ask("DESCRIBE TABLE launches")]
    names, types = ", ".join(name for name, _ in columns), ", ".join(f"{name} {kind}" for name, kind in columns)
    database.query(f"INSERT INTO launches ({names}) SELECT {names} FROM file('{folder}/*.ndjson', JSONEachRow, '{types}')")
    for build in launches.BUILDS:
        document = json.load(open(f"{folder}/plan-{build}.json"))
        values = ", ".join(f"('{document['plan']}', {task['position']}, '{task['name']}')" for task in document["tasks"])
        database.query(f"INSERT INTO plans (plan, position, task) VALUES {values}")
    for question, keys in KEYS.items():
        rows = ask(gantry("sql", question, "--engine", "clickhouse", "--from", found["from"], "--to", found["to"]).rstrip().rstrip(";"))
        theirs = {tuple(row[key] for key in keys): row for row in rows}
        ours = {tuple(row[key] for key in keys): {snake(name): value for name, value in row.items()} for row in found[question]}
        worst = max(
            (abs(value - theirs[key][name]) / max(1e-3, abs(value)) for key, row in ours.items() if key in theirs
             for name, value in row.items() if isinstance(value, (int, float)) and theirs[key][name] is not None), default=0)
        expect(f"ClickHouse: {question}", ours.keys() == theirs.keys() and worst < 1e-6, f"{len(ours)} rows, worst difference {worst:.1e}")
    ready = {
        (row["build"], row["device"]): row["percentiles"]
        for row in ask(
            "SELECT build, device, quantilesExactInclusive(0.5, 0.75, 0.9, 0.95, 0.99)(ready) AS percentiles FROM launches "
            "WHERE kind = 'again' AND reason = 'sample' AND ready > 0 AND build < '4230' GROUP BY build, device")
    }
    worst = max(
        abs(row[f"p{share}"] / value - 1) for row in found["ready"] if (row["build"], row["device"]) in ready
        for share, value in zip((50, 75, 90, 95, 99), ready[row["build"], row["device"]]))
    expect("ClickHouse's own percentiles, where all weights are 1", worst < 1e-9, f"{len(ready)} cells, worst difference {worst:.1e}")
