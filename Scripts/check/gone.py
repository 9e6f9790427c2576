# SPDX-License-Identifier: Apache-2.0
"""Names of what the first version doesn't have: code, pages and tests must not name it. Part of `selftest.py`
until the first tag."""
import re

from swiftsource import files, read

# A feature, and the names that only it had.
GONE = {
    "plan search": r"PlanSearch|GapSimulation|ReadySimulation|LaunchSimulation|LaunchPolicy|searchBudget|runsAheadAfter",
    "graph files": r"LaunchGraphFile|LaunchGraphReader|JSONParser",
    "drawings of plans and graphs": r"PlanPicture|PlanDrawing|ModulePicture|GraphLayout|GraphPlacement",
    "adding modules to a running app": r"addLinkedModules|\.notAdded\b|Application\+Adding",
    "renewals": r"RestartScope|restarting: \.module",
    "waiting senders": r"sendWaiting|admitSenders|\.suspending\b",
    "ordered delivery": r"EventDelivery|EventRegistry\.Turn|\bConsequences\b",
    "routes from off the main actor without await": r"\bcallSync\(|performAnywhere",
    "suspended interceptors": r"RouteResumption|\.suspend \{",
    "standard services": r"LogService|\bLogLevel\b|GeoLocation|LoggerService|PrintedLog",
    "shared values": r"(?i)SharedValue|shared values?\b|ReadableValueKey|ProvidedValue|context\.values",
    "results beside services": r"ResultWiring|TaskScope\b",
    "weak services": r"scope: \.weak\b",
    "watchers of routes": r"RouteWatcher",
    "explanations of plans": r"LaunchPlan\.explain|plan\.explain",
    "@Timed": r"@Timed\b|TimedMacro|TimedSites|CGantryTiming",
    "page timelines": r"PageTimeline|JoinedTrace",
    "HdrHistogram": r"(?i)hdrhistogram",
    "the kernel watch": r"KernelWatch|KernelSource|MemoryGauge|ControlGroup|CGantryProcess",
    "commands": r"gantry (?:diff|test)\b|ManifestDiff|gantry plan (?:simulate|draw|check)",
    "the engine and the router alone": r"LaunchEngine|EngineGuide|RouterGuide",
    "the second machine": r"ModuleLives|RunningModules|NodeTable|LaunchMachine\b|LaunchRun\b|LaunchMailbox|LaunchPart\b"
    r"|LaunchHooks|LaunchRefusal|Turnstile|ReadyGate|SupervisedApplication|blockUntilReady",
    "layers of configuration": r"GANTRY_ENVIRONMENT|CommandLineVariables|ConfigurationLayer|ConfigurationFiles\b|UnreadKeys|UnreadVariables"
    r"|ConfigurationValueError|ConfigurationSources",
    "options in more than one form": r"RestartBackoff|RestartIntensity|ModuleLeak|\blaunch\.reach\(",
    "sections of module lists": r"ModuleListError\.invalid|unknownEnvironment\b|choiceNamesNoProvider|choiceForUnknownType|doubledChoice"
    r"|ambiguousChoice",
    "readers of programs": r"StartupClock|StartupFunction|SwiftDemangler|ELFFile|StaticArchive|LinkCommand|beforeMain",
}
# The list itself.
HERE = "Scripts/check/gone.py"


def check(root):
    """A line for each file that names something that is gone."""
    problems = []
    accepted = (".swift", ".c", ".h", ".md", ".mustache", ".txt", ".py", ".sh", ".yml", ".yaml", ".json", ".css")
    for path in files(root, lambda path: path.endswith(accepted) or path.startswith("Scripts/")):
        if path == HERE:
            continue
        try:
            text = read(root, path)
        except UnicodeDecodeError:
            continue
        for feature, names in GONE.items():
            if match := re.search(names, text):
                line = text.count("\n", 0, match.start()) + 1
                problems.append(f"{path}:{line}: '{match.group()}' is gone, with {feature}")
    return problems


def verdicts(tree):
    """A case that must be found, one that must not, and the repository itself."""
    yield "gone", tree(check, {"A.md": "Call `gantry diff`.\n"}), "'gantry diff' is gone"
    yield "gone", tree(check, {"A.md": "Call `git diff` and `callSyncOnMain(`.\n"}), None
    for problem in check("."):
        yield "gone", [problem], None
