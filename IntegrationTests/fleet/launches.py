#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Writes simulated launches of an app with many users, as rows, and the documents of its plans:
#   launches.py FOLDER --rows 20000 [--seed N] [--no-regression]
# FOLDER/launches-N.ndjson has 50,000 rows each, and FOLDER/plan-BUILD.json the plan of a build. The same seed and number of rows write the same files.
#
# The app has 30 tasks, a main lane and one to three workers. Times are log-normal with common factors for
# storage, processor and network, a level for each installation, and a heavy tail. Planted are:
# - REGRESSED: 60 % more time for one task, in one build and one device class
# - SUSPECT: a task under way in most deaths, which are four times as frequent in the build
# - a plan in the newest build with a task of its own, and a task that left the path to ready
# - installations with an older system: slower, and from 4230 on only one in four sends its launches, so
#   that their rows have weight 4; bad launches of the others have the reason `bad`
# - every fifth launch is of one build, device class and kind, so that a cell is large
# - launches that were never ready, failed tasks, dropped rows, and a class without launches of a build

import argparse
import datetime
import hashlib
import itertools
import json
import os
import random

import numpy as np

# name, lane, dependencies (? for `wants:`), median in ms, spread, and shares of storage, processor and network
TASKS = [
    ("Account.init", "main", "Keychain.read Storage.open", 3, .25, .1, .9, 0),
    ("Account.restore", "background", "Account.init Storage.migrate", 7, .35, .7, .5, 0),
    ("Ads.start", "later", "Network.init", 40, .60, .3, .6, .6),
    ("Analytics.flush", "later", "Analytics.init", 30, .70, .2, .3, 1),
    ("Analytics.init", "main", "Network.init", 5, .25, .2, .9, 0),
    ("Catalog.decode", "background", "Catalog.openIndex", 14, .25, .1, 1, 0),
    ("Catalog.openIndex", "background", "Storage.migrate Flags.read", 22, .40, 1, .4, 0),
    ("Catalog.refresh", "later", "Catalog.decode Network.init", 90, .80, .2, .4, 1),
    ("Crash.install", "background", "", 2, .25, .3, .7, 0),
    ("Deeplink.resolve", "main", "Router.register Account.init", 1, .20, 0, 1, 0),
    ("Experiments.assign", "background", "Flags.read Account.restore", 2, .25, .2, .9, 0),
    ("Flags.read", "background", "Storage.init", 3, .30, .8, .3, 0),
    ("Fonts.register", "background", "", 12, .30, .8, .4, 0),
    ("Home.bind", "main", "Home.layout Experiments.assign Messages.unread?", 6, .25, .1, 1, 0),
    ("Home.layout", "main", "Theme.load Fonts.register Orders.init", 15, .20, .1, 1, 0),
    ("Images.cache", "background", "Storage.open", 8, .40, 1, .3, 0),
    ("Images.trim", "later", "Images.cache", 12, .50, 1, .3, 0),
    ("Keychain.read", "background", "", 11, .50, .6, .5, 0),
    ("Messages.init", "main", "Account.restore Experiments.assign", 2.5, .25, .1, .9, 0),
    ("Messages.unread", "background", "Messages.init", 5, .45, .8, .3, 0),
    ("Network.init", "background", "Crash.install", 6, .25, .1, .9, 0),
    ("Orders.init", "main", "Catalog.decode Account.restore", 3.5, .25, .2, .9, 0),
    ("Promo.load", "background", "Network.init", 70, .50, .3, .6, .6),
    ("Push.register", "later", "Account.init", 25, .70, .1, .3, 1),
    ("Router.register", "main", "", 2.5, .15, .1, .9, 0),
    ("Storage.init", "background", "", 1.5, .20, .3, .7, 0),
    ("Storage.migrate", "background", "Storage.open", 4, .60, 1, .4, 0),
    ("Storage.open", "background", "Crash.install Storage.init", 18, .35, 1, .3, 0),
    ("Theme.load", "main", "", 9, .20, .2, .9, 0),
    ("Window.show", "main", "Home.bind Deeplink.resolve Analytics.init Promo.load?", 4, .20, .1, 1, 0),
]
# The newest build asks for a consent before it lays out the first page, and shows it without the promotion.
NEW_TASKS = [
    (name, lane, {"Home.layout": needs + " Consent.ask", "Window.show": needs.replace(" Promo.load?", "")}.get(name, needs), *rest)
    if name != "Promo.load" else (name, "later", needs, *rest)
    for name, lane, needs, *rest in TASKS
] + [("Consent.ask", "main", "Storage.open Analytics.init", 9, .30, .3, .8, 0)]

BUILDS = {"4210": -14, "4220": 0, "4230": 7, "4240": 14, "4250": 21}  # with the day of release
DEVICES = [  # name, share, factor of time, workers
    ("mac-2022", .04, .5, 3), ("phone-2018", .07, 3.2, 1), ("phone-2019-low", .11, 2.8, 2),
    ("phone-2020", .20, 1.6, 2), ("phone-2022", .27, 1.0, 3), ("phone-2024", .20, .7, 3),
    ("tablet-2019", .05, 2.0, 2), ("tablet-2023", .06, .8, 3),
]
REGRESSED = {"task": "Catalog.openIndex", "build": "4240", "device": "phone-2019-low", "factor": 1.6}
SUSPECT = {"task": "Ads.start", "build": "4250"}
LARGE = {"build": "4220", "device": "phone-2022", "kind": "again"}
EMPTY = {"build": "4210", "device": "mac-2022"}
DIED = .005, .02  # share of launches after a death, before the build of SUSPECT and in it
KINDS, KIND_SHARES = ["first", "again", "prewarmed"], [.20, .68, .12]
SOURCES, SOURCE_SHARES = ["user", "push", "url", "background"], [.78, .12, .05, .05]
FIRST_DAY = int(datetime.datetime(2026, 11, 2, tzinfo=datetime.timezone.utc).timestamp())
DAYS = 28
CHUNK = 20_000


class Plan:
    """The tasks of some builds, by position, which is the order of their names."""

    def __init__(self, tasks):
        tasks = sorted(tasks)
        self.names = [task[0] for task in tasks]
        self.count = len(tasks)
        self.lanes = ["main" if task[1] == "main" else "background" for task in tasks]
        self.later = [task[1] == "later" for task in tasks]
        self.needs = [
            [(self.names.index(need.rstrip("?")), "wants" if need.endswith("?") else "requires") for need in task[2].split()]
            for task in tasks
        ]
        self.medians, self.spreads, self.storage, self.processor, self.network = (
            np.array([task[column] for task in tasks], np.float32) for column in range(3, 8))
        self.hash = hashlib.sha256(repr(tasks).encode()).hexdigest()[:16]
        self.first = [task for task in range(self.count) if not self.later[task]]
        # Of the tasks that could start, the one with the longest way to the end goes first, as in a real plan.
        ways = {}
        def way(task):
            if task not in ways:
                after = [other for other in range(self.count) if task in [need for need, _ in self.needs[other]]]
                ways[task] = self.medians[task] + max(map(way, after), default=0)
            return ways[task]
        self.order = sorted(range(self.count), key=lambda task: (self.later[task], -way(task)))
        self.releases = np.zeros((self.count, self.count), bool)
        for task in range(self.count):
            self.releases[[need for need, _ in self.needs[task]] + (self.first if self.later[task] else []), task] = True

    def document(self):
        tasks = [
            {
                "position": position, "name": name, "owner": name.split(".")[0], "role": "task",
                "lane": self.lanes[position], "stage": "afterReady" if self.later[position] else "beforeReady",
                "async": False, "join": False, "essential": False, "priority": 0,
                "declared": f"{name.split('.')[0]}/{name.split('.')[0]}Module.swift:{10 + position}",
                "needs": [{"position": need, "kind": kind} for need, kind in self.needs[position]], "milestones": [],
            }
            for position, name in enumerate(self.names)
        ]
        return {"v": 1, "plan": self.hash, "tasks": tasks}

    def launch(self, durations, overhead, workers):
        """Start and wait of each task, the path to ready, and the times of ready and of the end, for many launches."""
        count, rows = len(durations), np.arange(len(durations))
        starts, ends, waits = (np.zeros((count, self.count), np.float32) for _ in range(3))
        before = np.full((count, self.count), -1, np.int16)
        # Columns in the order of priority: the least of equal times is then that of the task that goes first.
        order, releases = np.array(self.order), self.releases[:, self.order]
        is_main = np.array([self.lanes[task] == "main" for task in order])
        pending = np.tile(releases.sum(0), (count, 1)).astype(np.int16)
        released = np.where(pending > 0, np.inf, 0).astype(np.float32)
        latest, cause = np.zeros_like(released), np.full(released.shape, -1, np.int16)
        main, main_last = np.zeros(count, np.float32), np.full(count, -1, np.int16)
        pool, pool_last = np.zeros((count, 3), np.float32), np.full((count, 3), -1, np.int16)
        for worker in range(3):
            pool[workers <= worker, worker] = np.inf
        for _ in range(self.count):
            worker = pool.argmin(1)
            free = np.where(is_main, main[:, None], pool[rows, worker][:, None])
            column = np.maximum(released, free).argmin(1)
            task, on_main = order[column], is_main[column]
            queued, held = released[rows, column], free[rows, column]
            last = np.where(on_main, main_last, pool_last[rows, worker])
            before[rows, task] = np.where(held > queued, last, cause[rows, column])
            start = np.maximum(queued, held) + overhead[rows, task]
            end = start + durations[rows, task]
            starts[rows, task], ends[rows, task], waits[rows, task] = start, end, start - queued
            main, main_last = np.where(on_main, end, main), np.where(on_main, task, main_last)
            taken = ~on_main
            pool[rows[taken], worker[taken]], pool_last[rows[taken], worker[taken]] = end[taken], task[taken]
            follows = releases[task]
            pending -= follows
            later = follows & (end[:, None] > latest)
            latest, cause = np.where(later, end[:, None], latest), np.where(later, task[:, None], cause)
            released = np.where(follows & (pending == 0), latest, released)
            released[rows, column] = np.inf
        ready = ends[:, self.first].max(1)
        step = np.array(self.first)[ends[:, self.first].argmax(1)]
        paths = [step]
        while (step >= 0).any():
            step = np.where(step >= 0, before[rows, np.maximum(step, 0)], -1)
            paths.append(step)
        return starts, waits, ready, ends.max(1), np.stack(paths[::-1], 1)


PLANS = {build: Plan(NEW_TASKS if build == "4250" else TASKS) for build in BUILDS}


def mixed(numbers):
    """Numbers that look random, for the same installations in each chunk."""
    numbers = numbers * np.uint64(0x9E3779B97F4A7C15)
    numbers ^= numbers >> np.uint64(29)
    numbers *= np.uint64(0xBF58476D1CE4E5B9)
    return numbers ^ numbers >> np.uint64(32)


def rounded(milliseconds):
    """Whole microseconds with three significant digits, at least 1."""
    values = np.maximum(np.rint(np.asarray(milliseconds, np.float64) * 1000), 1)
    unit = 10.0 ** np.maximum(np.floor(np.log10(values)) - 2, 0)
    return (np.rint(values / unit) * unit).astype(np.int64)


def adoption():
    """The share of each build among the launches of each day, added up."""
    shares = np.zeros((DAYS, len(BUILDS)))
    for day in range(DAYS):
        rest = 1.0
        for index, release in reversed(list(enumerate(BUILDS.values()))):
            taken = 1 / (1 + np.exp(-(day - release - 3) / 1.2)) if index and day >= release else float(index == 0)
            shares[day, index] = rest * taken
            rest -= shares[day, index]
    return shares.cumsum(1)


def chunk(generator, seed, builds, factor, plans, is_plain):
    """Yields lines of launches, which are of all builds."""
    installation = (3_000_000 * generator.random(CHUNK) ** 2).astype(np.uint64)
    own = mixed(installation + np.uint64(seed % 2**32) * np.uint64(2**24))
    device = np.searchsorted(np.cumsum([share for _, share, _, _ in DEVICES]), (own % np.uint64(100_003)).astype(float) / 100_003)
    device = device.clip(0, len(DEVICES) - 1)
    old = (own >> np.uint64(17)) % np.uint64(2) == 0
    level = np.sqrt(12) * (((own >> np.uint64(20)) % np.uint64(65_521)).astype(np.float32) / 65_521 - .5)
    day = generator.integers(0, DAYS, CHUNK)
    times = FIRST_DAY * 1000 + day * 86_400_000 + (generator.beta(3, 2, CHUNK) * 86_400_000).astype(np.int64)
    build = (generator.random(CHUNK)[:, None] > builds[day]).sum(1).clip(0, len(BUILDS) - 1)
    kind = generator.choice(3, CHUNK, p=KIND_SHARES)
    large = generator.random(CHUNK) < (0 if is_plain else .2)
    build[large], kind[large] = list(BUILDS).index(LARGE["build"]), KINDS.index(LARGE["kind"])
    device[large] = [row[0] for row in DEVICES].index(LARGE["device"])
    source = generator.choice(4, CHUNK, p=SOURCE_SHARES)
    draws = generator.random((4, CHUNK))
    storage = generator.standard_normal(CHUNK) * .45 + .35 * level + (draws[0] < .02) * generator.exponential(.6, CHUNK)
    storage -= (kind == 1) * .8 + (kind == 2) * .4
    processor = generator.standard_normal(CHUNK) * .25 + old * .3
    network = generator.standard_normal(CHUNK) * .8
    died = draws[1] < np.where(build == list(BUILDS).index(SUSPECT["build"]), DIED[1], DIED[0])
    unready = draws[2] < .004
    rate = np.where(old & (build >= 2) & (not is_plain), 4, 1)
    taken = (own >> np.uint64(40)) % np.uint64(4) < np.where(rate == 4, 1, 4)
    for index, name in enumerate(BUILDS):
        plan = plans[name]
        chosen = np.flatnonzero((build == index) & ~((name == EMPTY["build"]) & (device == [row[0] for row in DEVICES].index(EMPTY["device"]))))
        if not len(chosen):
            continue
        slow = np.log(np.array([row[2] for row in DEVICES]))[device[chosen], None]
        logs = (
            np.log(plan.medians) + slow * (.5 * plan.storage + .9 * plan.processor)
            + storage[chosen, None] * plan.storage + processor[chosen, None] * plan.processor + network[chosen, None] * plan.network
            + generator.standard_normal((len(chosen), plan.count)) * plan.spreads
        )
        logs += (generator.random(logs.shape) < .004) * generator.exponential(.7, logs.shape)
        durations = np.exp(logs).astype(np.float32)
        if name == REGRESSED["build"]:
            hit = np.array([DEVICES[row][0] == REGRESSED["device"] for row in device[chosen]])
            durations[hit, plan.names.index(REGRESSED["task"])] *= factor
        workers = np.array([row[3] for row in DEVICES])[device[chosen]]
        overhead = generator.exponential(.05, durations.shape).astype(np.float32)
        starts, waits, ready, total, paths = plan.launch(durations, overhead, workers)
        main = [task for task in plan.first if plan.lanes[task] == "main"]
        bound = np.maximum(durations[:, main].sum(1), .8 * ready)
        failed = generator.random(durations.shape) < .0004
        common = plan.names.index(SUSPECT["task"])
        suspects = generator.integers(0, plan.count, (len(chosen), 2))
        if name == SUSPECT["build"]:
            suspects[generator.random(len(chosen)) < .85, 0] = common
        columns = [rounded(column).tolist() for column in (starts, durations, waits)]
        figures = [rounded(column).tolist() for column in (ready, bound, total, durations[:, main].sum(1))]
        paths = paths.tolist()
        for row, launch in enumerate(chosen.tolist()):
            # A launch that wasn't ready has a bad end, and so has one after a death.
            is_ready, is_bad = not unready[launch], died[launch] or unready[launch] or failed[row].any()
            if not taken[launch] and not is_bad:
                continue
            begun = [0 if not is_ready and task in plan.order[-8:] else start for task, start in enumerate(columns[0][row])]
            arrays = '"start":%s,"run":%s,"wait":%s,"path":%s' % (
                begun, columns[1][row], columns[2][row], [task for task in paths[row] if task >= 0] if is_ready else [])
            if failed[row].any():
                arrays += ',"failed":%s' % np.flatnonzero(failed[row]).tolist()
            named = ""
            if died[launch]:
                names = sorted({plan.names[suspect] for suspect in suspects[row][: 1 + (draws[3][launch] < .4)]})
                named = ',"suspects":' + json.dumps(names)
            arrays = arrays.replace(" ", "")
            number = int(own[launch])
            yield (
                f'{{"v":1,"id":"{number ^ int(times[launch]) << 16 & 2**64 - 1:016x}","app":"com.example.shop","build":"{name}","plan":"{plan.hash}",'
                f'"started_at":{times[launch]},"kind":"{KINDS[kind[launch]]}","source":"{SOURCES[source[launch]]}","process":"app",'
                f'"device":"{DEVICES[device[launch]][0]}","os":"{"iOS 26.4" if old[launch] else "iOS 27.1"}","workers":{workers[row]},'
                f'"install":"{number:016x}","weight":{rate[launch] if taken[launch] else 1},"reason":"{"sample" if taken[launch] else "bad"}",'
                f'"ready":{figures[0][row] if is_ready else 0},"bound":{figures[1][row]},"total":{figures[2][row]},"main":{figures[3][row]},'
                f'"outcome":"{"ready" if is_ready else "stopped"}","previous":"{"died" if died[launch] else "survived"}",'
                f'"safe":{int(died[launch] and draws[3][launch] < .1)}{named},{arrays}'
            ), name, launch


def rows(count, seed, factor=REGRESSED["factor"], plans=PLANS, is_plain=False):
    """Yields launches as JSON lines; the first of each plan has the names of its tasks.

    A factor of 1 is no regression. A plain fleet has no large cell, and all its rows have the weight 1.
    """
    generator = np.random.default_rng(seed)
    named, builds, written = set(), adoption(), 0
    while True:
        for line, build, launch in chunk(generator, seed, builds, factor, plans, is_plain):
            plan = plans[build]
            if launch % 997 == 0:
                line += ',"dropped":3'
            if plan.hash not in named:
                named.add(plan.hash)
                line += ',"tasks":' + json.dumps(plan.names, separators=(",", ":"))
            yield line + "}\n"
            written += 1
            if written == count:
                return


def name(row):
    """The class of a launch in a report."""
    return row["device"] if row["source"] == "user" else f"{row['device']} ({row['source']})"


def write(folder, count, seed, **options):
    """Writes the rows and documents of a fleet."""
    os.makedirs(folder, exist_ok=True)
    lines = rows(count, seed, **options)
    for number in range(0, count, 50_000):
        with open(os.path.join(folder, f"launches-{number // 50_000}.ndjson"), "w") as file:
            file.writelines(itertools.islice(lines, 50_000))
    for build, plan in PLANS.items():
        with open(os.path.join(folder, f"plan-{build}.json"), "w") as file:
            json.dump(plan.document(), file)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--no-regression", action="store_true")
    options = parser.parse_args()
    options.seed = random.SystemRandom().randrange(10**9) if options.seed is None else options.seed
    print(f"seed {options.seed}: {options.rows} rows in {options.folder}")
    write(options.folder, options.rows, options.seed, factor=1 if options.no_regression else REGRESSED["factor"])
