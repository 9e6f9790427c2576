# SPDX-License-Identifier: Apache-2.0
"""The cases of `selftest.py` for privacy manifests."""
import plistlib

import privacy

MANIFEST = ('.target(name: "Low", resources: [.copy("PrivacyInfo.xcprivacy")]), .target(name: "App", '
            'dependencies: ["Low"]), .target(name: "Core", dependencies: ["App"]), '
            '.target(name: "Alone"), .target(name: "GantryTool")')
UNDECLARED = "a required-reason API of the category"


def files(categories, path, text, manifest=MANIFEST):
    """A package whose target Low declares some categories, and that has one more source."""
    rows = [{"NSPrivacyAccessedAPIType": privacy.PREFIX + name, "NSPrivacyAccessedAPITypeReasons": reasons}
            for name, reasons in categories.items()]
    declared = plistlib.dumps({"NSPrivacyAccessedAPITypes": rows}).decode()
    return {"Package.swift": manifest, "Sources/Low/PrivacyInfo.xcprivacy": declared, f"Sources/{path}": text}


TIMES = {"FileTimestamp": ["C617.1"]}
ROWS = [
    (files(TIMES, "App/A.swift", "let a = stat()\n"), None),
    (files(TIMES, "Core/A.swift", "let a = found[.modificationDate]\n"), None),
    ({**files(TIMES, "App/A.swift", "stat()\n"), "Sources/Alone/A.c": "int a = fstat(1, &b);\n"}, "Sources/Alone/A.c:1: 'fstat'"),
    (files({}, "App/A.swift", "// stat(\nlet a = \"stat(\" + status(x) + b.restat(c)\n"), None),
    (files({}, "GantryTool/A.swift", "let a = stat()\n"), None),
    (files({}, "App/A.swift", "\nlstat(a, &b)\n"), "Sources/App/A.swift:2: 'lstat'"),
    (files({}, "App/A.swift", "let a = values.contentModificationDate\n"), UNDECLARED + " FileTimestamp"),
    (files({}, "App/A.swift", "ProcessInfo.processInfo.systemUptime\n"), UNDECLARED + " SystemBootTime"),
    (files({}, "App/A.c", "mach_absolute_time();\n"), UNDECLARED + " SystemBootTime"),
    (files({}, "App/A.swift", "a[.systemFreeSize]\n"), UNDECLARED + " DiskSpace"),
    (files({}, "App/A.swift", "statvfs(a, &b)\n"), UNDECLARED + " DiskSpace"),
    (files({}, "App/A.swift", "UITextInputMode.activeInputModes\n"), UNDECLARED + " ActiveKeyboards"),
    (files({}, "App/A.swift", "UserDefaults.standard\n"), UNDECLARED + " UserDefaults"),
    (files({"FileTimestamp": []}, "App/A.swift", "lstat(a, &b)\n"), UNDECLARED + " FileTimestamp"),
    (files(TIMES, "App/A.swift", "let a = 1\n"), "nothing uses the category FileTimestamp"),
    (files({}, "App/A.swift", "", MANIFEST.replace("resources", "exclude").replace("Info.x", ".")), "isn't a resource of Low"),
]


def verdicts(tree):
    """Each case, its problems, and the expected one."""
    for contents, expected in ROWS:
        yield f"privacy {contents}", tree(privacy.check, contents), expected
