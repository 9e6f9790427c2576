# SPDX-License-Identifier: Apache-2.0
#
# Asks ClickHouse and Spark the questions that DuckDB answered, about the same rows.

import json
import re
import shutil
import subprocess

from chdb import session
from pyspark.sql import SparkSession

import launches

# The keys of the answers: rows with the same keys are compared.
KEYS = {
    "builds": ("build",), "ready": ("build", "launch_class"), "weeks": ("week", "launch_class"),
    "changes": ("part", "launch_class", "task"), "regressions": ("launch_class", "task"), "users": ("launch_class", "task"),
    "failures": ("failure", "task"),
}


def snake(name):
    return re.sub("[A-Z]", lambda match: "_" + match.group().lower(), name)


def gantry(options, *arguments):
    return subprocess.run([options.gantry, "fleet", *arguments], capture_output=True, text=True, check=True).stdout


class ClickHouse:
    def __init__(self):
        self.database = session.Session()
        self.run("SET output_format_json_quote_64bit_integers = 0")

    def run(self, sql):
        self.database.query(sql)

    def load(self, folder):
        columns = [(row["name"], row["type"]) for row in self.ask("DESCRIBE TABLE launches")]
        names, types = ", ".join(name for name, _ in columns), ", ".join(f"{name} {kind}" for name, kind in columns)
        self.run(f"INSERT INTO launches ({names}) SELECT {names} FROM file('{folder}/*.ndjson', JSONEachRow, '{types}')")

    def ask(self, sql):
        return json.loads(str(self.database.query(sql, "JSON")))["data"]


class Spark:
    def __init__(self, folder):
        shutil.rmtree(folder, ignore_errors=True)
        settings = {
            "spark.sql.warehouse.dir": folder, "spark.sql.shuffle.partitions": 2, "spark.ui.enabled": False,
            "spark.ui.showConsoleProgress": False,
        }
        self.session = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
        self.session.sparkContext.setLogLevel("ERROR")

    def run(self, sql):
        self.session.sql(sql)

    def load(self, folder):
        schema = self.session.table("launches").schema
        self.session.read.schema(schema).json(f"{folder}/*.ndjson").write.insertInto("launches")

    def ask(self, sql):
        return [row.asDict() for row in self.session.sql(sql).collect()]


def compare(engine, options, folder, found, expect):
    """Loads the rows of a folder as `gantry fleet schema` says, and compares the answers with those of a report."""
    name = type(engine).__name__
    # The last statement is a comment.
    for statement in gantry(options, "schema", "--engine", name.lower()).split(";")[:2]:
        engine.run(statement)
    engine.load(folder)
    for build in launches.BUILDS:
        document = json.load(open(f"{folder}/plan-{build}.json"))
        values = ", ".join(f"('{document['plan']}', {task['position']}, '{task['name']}')" for task in document["tasks"])
        engine.run(f"INSERT INTO plans (plan, position, task) VALUES {values}")
    for question, keys in KEYS.items():
        sql = gantry(options, "sql", question, "--engine", name.lower(), "--from", found["from"], "--to", found["to"])
        theirs = {tuple(str(row[key]) for key in keys): row for row in engine.ask(sql.rstrip().rstrip(";"))}
        rows = [{snake(name): value for name, value in row.items()} for row in found[question]]
        ours = {tuple(row[key] for key in keys): row for row in rows}
        worst = max(
            (abs(value - theirs[key][name]) / max(1e-3, abs(value)) for key, row in ours.items() if key in theirs
             for name, value in row.items() if isinstance(value, (int, float)) and theirs[key][name] is not None), default=0)
        expect(f"{name}: {question}", ours and ours.keys() == theirs.keys() and worst < 1e-6, f"{len(ours)} rows, worst difference {worst:.1e}")


def percentiles(engine, found, expect):
    """Compares percentiles with those of a function of ClickHouse's own, where all weights are 1."""
    ready = {
        (row["build"], row["device"]): row["percentiles"]
        for row in engine.ask(
            "SELECT build, device, quantilesExactInclusive(0.5, 0.75, 0.9, 0.95, 0.99)(ready) AS percentiles FROM launches "
            "WHERE kind = 'again' AND reason = 'sample' AND ready > 0 AND source = 'user' AND build < '4230' GROUP BY build, device")
    }
    worst = max(
        abs(row[f"p{share}"] / value - 1) for row in found["ready"] if (row["build"], row["launchClass"]) in ready
        for share, value in zip((50, 75, 90, 95, 99), ready[row["build"], row["launchClass"]]))
    expect("ClickHouse's own percentiles, where all weights are 1", worst < 1e-9, f"{len(ready)} cells, worst difference {worst:.1e}")
