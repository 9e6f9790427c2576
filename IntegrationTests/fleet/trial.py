#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Asks `gantry fleet` about simulated launches, and compares the answers with what was planted:
#   trial.py GANTRY DUCKDB FOLDER [--rows 40000] [--seeds 1] [--seed N] [--large] [--engines]
# Builds that are worse in each way, or can't be judged, have to end with 1 and 2, and rows that say anything with 0.
# Prints the time and memory of a report, the regression that it found with its interval, the sum of the changes of
# tasks beside the change of ready, and the sizes of rows. From a million rows on, a regression of 6 % has to be found.
# With `--large`, a report is about ten times as many rows, in Parquet. With `--engines`, ClickHouse and Spark answer
# as well; Spark has 20,000 rows, because it takes more than a minute for these.

import argparse
import glob
import gzip
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import time

import numpy as np

import gate
import launches

failures = []


def expect(label, condition, detail=""):
    print(f"{'passed ' if condition else 'FAILED '}  {label}{f': {detail}' if detail else ''}", flush=True)
    if not condition:
        failures.append(label)


def gantry(*arguments):
    return subprocess.run([options.gantry, "fleet", *arguments], capture_output=True, text=True)


def report(files, *arguments):
    """The report as JSON, and the exit status."""
    end = gantry("report", *files, *arguments, "--format", "json", "--duckdb", options.duckdb)
    if not end.stdout:
        sys.exit(f"fleet: no report: {end.stderr}")
    return json.loads(end.stdout), end.returncode


MEASURING = """
import os, resource, sys
status = os.spawnv(os.P_WAIT, sys.argv[1], sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(status, used.ru_maxrss, round(used.ru_utime + used.ru_stime, 1))
"""


def timed(label, seconds, *arguments):
    """A report that has a time on two processors, however busy they are, and 500 MB for itself and the database."""
    name, start = os.path.join(options.folder, "report.json"), time.monotonic()
    command = [options.gantry, "fleet", "report", *arguments, "--format", "json", "--duckdb", options.duckdb, "--output", name]
    # A process of its own, because a program counts the memory of the process that runs it.
    end = subprocess.run([sys.executable, "-c", MEASURING, *command], capture_output=True, text=True, check=True)
    status, memory, processors = end.stdout.split()
    took, memory = time.monotonic() - start, int(memory) / 1024
    expect(
        f"{label}: a report in {seconds} s of two processors and 500 MB", float(processors) < 2 * seconds and memory < 500,
        f"{processors} s of processors, {took:.1f} s, {memory:.0f} MB")
    return json.load(open(name)), int(status)


def fleet(name, rows, seed, **others):
    """Writes a fleet, and returns its folder."""
    folder = os.path.join(options.folder, name)
    shutil.rmtree(folder, ignore_errors=True)
    start = time.monotonic()
    launches.write(folder, rows, seed, **others)
    size = sum(os.path.getsize(file) for file in glob.glob(f"{folder}/*.ndjson"))
    print(f"seed {seed}: {rows} rows, {size / 1e6:.0f} MB, written in {time.monotonic() - start:.1f} s", flush=True)
    return folder


def documents(folder):
    return [word for build in launches.BUILDS for word in ("--plan", f"{folder}/plan-{build}.json")]


SIDES = "--from", "4230", "--to", "4240"


def unusable(found):
    return sum(row["rows"] for row in found["unusable"])


def slower(found):
    return [row for row in found["regressions"] if row["z"] > 0 and row["task"]]


def percentile_error(folder, found):
    """The greatest difference from percentiles of the rows, each as often as its weight says."""
    cells = {}
    for file in glob.glob(f"{folder}/*.ndjson"):
        for line in open(file):
            if '"reason":"sample"' in line and '"kind":"again"' in line and '"ready":0,' not in line:
                row = json.loads(line)
                cells.setdefault((row["build"], launches.name(row)), []).append((row["ready"], row["weight"]))
    worst = 0
    for cell in found["ready"]:
        values, weights = np.array(cells.pop((cell["build"], cell["launchClass"]))).T
        expect_equal = np.percentile(np.repeat(values, weights), [50, 75, 90, 95, 99])
        worst = max(worst, *(abs(cell[f"p{share}"] / value - 1) for share, value in zip((50, 75, 90, 95, 99), expect_equal)))
    return worst, max((cell["sent"] for cell in found["ready"])), len(cells)


def died_shares(folder):
    """The share of launches that follow a death, in each build, from the rows in the sample with their weights."""
    launched, died = {}, {}
    for file in glob.glob(f"{folder}/*.ndjson"):
        for line in open(file):
            row = json.loads(line)
            if row["reason"] == "sample":
                launched[row["build"]] = launched.get(row["build"], 0) + row["weight"]
                died[row["build"]] = died.get(row["build"], 0) + row["weight"] * (row.get("previous") == "died")
    return {build: died[build] / launches_of for build, launches_of in launched.items()}


def sums(found):
    """For each class, the sum of the tasks' changes, the rest, and the change of ready."""
    return {
        row["launchClass"]: (
            sum(part["change"] for part in found["changes"] if part["launchClass"] == row["launchClass"] and part["part"] == "task"),
            sum(part["change"] for part in found["changes"] if part["launchClass"] == row["launchClass"] and part["part"] == "rest"),
            row["change"],
        )
        for row in found["changes"] if row["part"] == "ready"
    }


def planted(folder):
    found, status = timed(f"{options.rows} rows", 60, folder, *documents(folder), *SIDES)
    truth, rows = launches.REGRESSED, slower(found)
    names = [(row["launchClass"], row["task"]) for row in rows]
    # Launches that a notification or URL started are classes of their own, which may be large enough.
    alone = all(name.startswith(truth["device"]) and task == truth["task"] for name, task in names)
    expect("the planted regression is found, alone", alone and (truth["device"], truth["task"]) in names and status == 1, names)
    for row in rows:
        if row["launchClass"] != truth["device"]:
            continue
        expect(
            "its interval holds the truth", row["low"] <= truth["factor"] - 1 <= row["high"],
            f"{row['change']:+.1%}, from {row['low']:+.1%} to {row['high']:+.1%}")
    expect("its line is named", "Catalog/CatalogModule.swift" in found["declared"].get(truth["task"], ""))
    added = sums(found)
    tasks, rest, ready = added[truth["device"]]
    expect(
        # Rounded times differ by up to half a percent each, which counts in few rows.
        "the tasks' changes add up to that of ready", abs(tasks - ready) < max(.005 * abs(ready), 2e7 / options.rows),
        f"{tasks:+.0f} beside {ready:+.0f} µs, {tasks / ready - 1:+.2%}")
    expect("with the rest, exactly", all(abs(sum(row[:2]) - row[2]) < 1e-6 * max(1, abs(row[2])) for row in added.values()))
    worst, largest, left = percentile_error(folder, found)
    expect("percentiles are exact, with weights", worst < 1e-9 and left == 0, f"{largest:.0f} rows in the largest cell")
    return found


def suspects(folder):
    """The newest builds, which are the default: a task more, a task less, and more deaths."""
    found, status = report([folder])
    expect("the newest builds are compared", (found["from"], found["to"]) == ("4240", "4250"))
    first = max((row for row in found["failures"] if row["failure"] == "suspect"), key=lambda row: row["now"] - row["was"])

    def rate(died, share, count):
        return 1e6 * died * (1 - (1 - share) * (1 - .4 / count))

    before = rate(launches.DIED[0], 1 / 30, 30)
    truth = rate(launches.DIED[1], .85 + .15 / 31, 31) - before
    wide = .5 * (first["high"] - first["low"])
    expect(
        "the suspect comes first, at its rate",
        first["task"] == "Ads.start" and abs(first["now"] - first["was"] - truth) < 3 * wide and first["low"] > 0,
        f"{first['now']:.0f} beside {first['was']:.0f} per million, truth {truth:+.0f}")
    # A difference counts from 4.5 standard errors on; one of seven is nearly always beyond that. Few rows have fewer.
    deaths = next(row for row in found["failures"] if row["failure"] == "died")
    error, truth = .25 * (deaths["high"] - deaths["low"]), 1e6 * (launches.DIED[1] - launches.DIED[0])
    expect("more deaths end with 1, if there are enough", status == 1 or truth < 7 * error, f"{truth / error:.1f} standard errors")
    died = {row["build"]: row["diedPerMillion"] for row in found["builds"]}
    shares = {build: 1e6 * share for build, share in died_shares(folder).items()}
    expect(
        "deaths are a share of all launches", all(abs(died[build] - share) < 1e-6 for build, share in shares.items()) and died["4250"] > died["4240"],
        f"{died['4240'] / 1e6:.2%}, {died['4250'] / 1e6:.2%}")
    for task, column in (("Consent.ask", "shareWas"), ("Promo.load", "shareNow")):
        parts = [row for row in found["changes"] if row["task"] == task]
        other = "shareNow" if column == "shareWas" else "shareWas"
        expect(f"{task} is on the path of one build only", parts and all(row[column] == 0 and row[other] > 0 for row in parts))
    expect("and the sums hold", all(abs(tasks + rest - ready) < 1e-6 * abs(ready) for tasks, rest, ready in sums(found).values()))
    dropped = sum(json.loads(line).get("dropped", 0) for file in glob.glob(f"{folder}/*.ndjson") for line in open(file) if '"dropped"' in line)
    expect("dropped rows are counted", sum(row.get("dropped") or 0 for row in found["builds"]) == dropped, dropped)
    unknown = [row for row in found["users"] if row["task"].startswith("task ")]
    expect("names come from the rows without a document", not unknown)


def quiet(seeds):
    """Fleets without a regression. By chance, one report in about 500 is wrong, so a second one decides."""
    wrong = []
    for _ in range(seeds):
        for attempt in range(2):
            folder = fleet("quiet", options.quiet_rows, draw.randrange(10**9), factor=1)
            found, status = report([folder], *SIDES)
            rows = [(row["launchClass"], row["task"], row["z"]) for row in found["regressions"]]
            if not rows and status == 0:
                break
            print(f"reported: {rows} {found['verdict']}")
            wrong.append(attempt)
    expect(f"without the regression, nothing is reported in {seeds} seeds", 1 not in wrong and len(wrong) <= 1 + seeds // 100)


def json_rows(files):
    """The table of rows in JSON, as an expression of DuckDB."""
    columns = gantry("schema").stdout.split("CREATE TABLE launches (")[1].split(");")[0]
    names = ", ".join(f"{line.split()[0]}: '{line.strip().split(' ', 1)[1].rstrip(',')}'" for line in columns.strip().splitlines())
    return f"read_json({files}, format = 'newline_delimited', columns = {{{names}}})"


def parquet(sql, file):
    subprocess.run([options.duckdb, "-c", f"COPY ({sql}) TO '{file}' (FORMAT parquet, COMPRESSION zstd)"], check=True, stdout=subprocess.DEVNULL)


def large(folder):
    """A report about the launches of a folder ten times: of other installations, up to 5 % faster or slower."""
    other = os.path.join(options.folder, "large")
    shutil.rmtree(other, ignore_errors=True)
    os.makedirs(other)
    start, rows = time.monotonic(), os.path.join(options.folder, "rows.parquet")
    # In the order that the guide recommends: questions about two builds read no others.
    parquet(f"SELECT * FROM {json_rows(sorted(glob.glob(f'{folder}/*.ndjson')))} ORDER BY build, device, kind", rows)

    def scaled(name):
        return f"CAST(round({name} * factor) AS BIGINT) AS {name}"

    for number in range(10):
        times = [scaled(name) for name in ("ready", "bound", "total", "main")]
        times += [f"list_transform({name}, lambda time: CAST(round(time * factor) AS INTEGER)) AS {name}" for name in ("start", "run", "wait")]
        numbers = [f"printf('%016x', hash({name}, {number})) AS {name}" for name in ("id", "install")]
        parquet(
            f"SELECT * EXCLUDE (factor) REPLACE ({', '.join(numbers + times)}) FROM "
            f"(SELECT *, 0.95 + hash(id, {number}) % 101 / 1000 AS factor FROM '{rows}')", f"{other}/{number}.parquet")
    os.remove(rows)
    size = sum(os.path.getsize(file) for file in glob.glob(f"{other}/*.parquet"))
    print(f"{10 * options.rows} rows, {size / 1e6:.0f} MB, {size / 10 / options.rows:.0f} bytes a row, written in {time.monotonic() - start:.1f} s", flush=True)
    found, status = timed(f"{10 * options.rows} rows in Parquet", 60, other, *documents(folder), *SIDES)
    expect("all rows are read", found["rows"] == 10 * options.rows and unusable(found) == 0)
    # Ten similar launches aren't independent, so that chance may seem to be more.
    worst = max(slower(found), key=lambda row: row["change"], default=None)
    expect("the planted regression is the greatest", worst and worst["task"] == launches.REGRESSED["task"] and status == 1, worst)
    shutil.rmtree(other)


def smallest():
    """A regression of 6 % in a class with 9 % of all launches. One fleet in twenty doesn't show it: a second one decides."""
    for _ in range(2):
        folder = fleet("smallest", options.rows, draw.randrange(10**9), factor=1.06, is_plain=True)
        found, _ = report([folder], *documents(folder), *SIDES)
        rows = [row for row in slower(found) if (row["launchClass"], row["task"]) == (launches.REGRESSED["device"], launches.REGRESSED["task"])]
        shutil.rmtree(folder)
        if rows:
            break
    expect("a regression of 6 % is found", rows, [f"{row['change']:+.1%}, from {row['low']:+.1%} to {row['high']:+.1%}" for row in rows])


def sizes():
    """Bytes of rows with 50 tasks, which an app sends."""
    tasks = launches.TASKS + [(f"Feed{number}", "background", "Storage.open", 1 + number / 4, .4, .3, .5, .6) for number in range(20)]
    plans = dict.fromkeys(launches.BUILDS, launches.Plan(tasks))
    lines = list(itertools.islice(launches.rows(2_000, draw.randrange(10**9), plans=plans), 2_000))
    rest = sum(map(len, lines[1:])) / len(lines[1:])
    named = rest + len(lines[0]) - lines[0].index(',"tasks":')
    packed = sum(len(gzip.compress("".join(lines[start : start + 20]).encode())) for start in range(0, 2_000, 20)) / 2_000
    expect("a row of 50 tasks has 1.3 kB, 2 kB with names, and 450 bytes in a compressed batch of 20", rest <= 1_300 and named <= 2_000 and packed <= 450,
           f"{rest:.0f}, {named:.0f} and {packed:.0f} bytes")


def forms(folder, found):
    """The same answers from other forms of the rows, and from files with hostile names."""
    other = os.path.join(options.folder, "it's [1]; COPY (SELECT 1) TO 'pwned'; --")
    shutil.rmtree(other, ignore_errors=True)
    os.makedirs(other)
    os.chdir(other)
    files = sorted(glob.glob(f"{folder}/*.ndjson"))
    with gzip.open(os.path.join(other, "*.ndjson.gz"), "wb", compresslevel=1) as packed:
        with open(files[0], "rb") as first:
            rows = first.readlines()
        packed.writelines(rows[: len(rows) // 2])
    with open("half.ndjson", "wb") as rest:
        rest.writelines(rows[len(rows) // 2 :])
    parquet(f"SELECT * FROM {json_rows(['half.ndjson', *files[1:]])}", "rest.parquet")
    os.remove("half.ndjson")
    same, _ = report([other], *documents(folder), *SIDES)
    for key in ("ready", "changes", "regressions", "failures", "builds"):
        for row, twin in zip(found[key], same[key]):
            if any(isinstance(row[name], float) and abs(row[name] - twin[name]) > 1e-6 * abs(row[name]) + 1e-6 for name in row):
                expect(f"{key} from Parquet and compressed rows", False, f"{row} {twin}")
    expect("Parquet and compressed rows give the same answers", len(found["changes"]) == len(same["changes"]))
    build = "42'); COPY (SELECT 1) TO 'pwned'; --\n.shell touch pwned\n\\'; COPY (SELECT 1) TO 'pwned'; --"
    row = json.loads(next(line for line in open(files[0]) if '"4240"' in line))
    with open("hostile.jsonl", "w") as file:
        for number in [0, 1, 2, 1]:  # one arrives twice
            file.write(json.dumps({**row, "id": str(number), "build": build, "kind": "again", "tags": {build: build}}) + "\n")
        file.write('{"v":1,"build":"42\n')
    hostile, _ = report(["hostile.jsonl"], "--to", build)
    expect(
        "no name leaves its string, and no row counts twice", hostile["rows"] == 3 and hostile["builds"][0]["build"] == build and unusable(hostile) == 1 and not glob.glob("**/pwned", recursive=True),
        f"{hostile['rows']} rows, {unusable(hostile)} unusable")
    os.chdir(options.folder)


def moves(folder):
    arguments = ["moves", folder, "--plan", f"{folder}/plan-4240.json", "--launches", "30", "--duckdb", options.duckdb]
    texts = [gantry(*arguments, "--format", "json").stdout for _ in range(2)]
    expect("moves are the same each time", texts[0] == texts[1] and texts[0])
    classes = json.loads(texts[0])["classes"]
    error = max(row["error"] for row in classes)
    expect("a replay of the plan gives the recorded times", len(classes) == len(launches.DEVICES) and error < .1, f"{error:.1%} at most")
    best = {row["effects"][0]["move"] for row in classes}
    expect("and a move helps each class", all(row["effects"][0]["medianChange"] < 0 for row in classes), best)


def page(folder):
    end = gantry("report", folder, *SIDES, "--format", "html", "--duckdb", options.duckdb, "--output", "fleet.html", *documents(folder))
    text = open("fleet.html").read()
    expect("the page has the regression", end.returncode == 1 and "<td>Catalog/CatalogModule.swift:16</td>" in text and "Build 4240 compared with 4230" in text)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name in ("gantry", "duckdb", "folder"):
        parser.add_argument(name, type=os.path.abspath)
    parser.add_argument("--rows", type=int, default=40_000)
    parser.add_argument("--quiet-rows", type=int, default=20_000)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=None, help="draws the seeds of all launches")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--engines", action="store_true")
    options = parser.parse_args()
    draw = random.SystemRandom() if options.seed is None else random.Random(options.seed)
    os.makedirs(options.folder, exist_ok=True)
    os.chdir(options.folder)
    main = fleet("planted", options.rows, draw.randrange(10**9))
    answers = planted(main)
    suspects(main)
    forms(main, answers)
    moves(main)
    page(main)
    gate.planted(main, report, expect)
    gate.odd(main, report, expect)
    gate.apps(main, gantry, options, expect)
    sizes()
    if options.large:
        large(main)
    if options.rows >= 1_000_000:
        smallest()
    quiet(options.seeds)
    if options.engines:
        import engines

        clickhouse = engines.ClickHouse()
        engines.compare(clickhouse, options, main, answers, expect)
        engines.percentiles(clickhouse, answers, expect)
        small = fleet("small", 20_000, draw.randrange(10**9), factor=3)
        answers, _ = report([small], *documents(small), *SIDES)
        engines.compare(engines.Spark(os.path.join(options.folder, "spark")), options, small, answers, expect)
    print(f"{len(failures)} failed" if failures else "all passed")
    sys.exit(bool(failures))
