#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Assembles the files that the compiler needs to compile for iOS and macOS on another system.

Usage: sdk.py FOLDER HEADERS. HEADERS has the C library's headers for Apple systems, from an installed
package; they are linked to, never copied. For each platform, this writes a folder that the compiler
accepts as an SDK. It also writes the Swift SDK bundle for `swift build --swift-sdk`.

This repository contains nothing of Apple's. The interfaces of the Swift standard library are the
toolchain's, retargeted. Foundation, UIKit, AppKit and a few others are declared by hand, in `headers` and
`overlays` beside this program. The declarations follow the public documentation, and only as far as the
project uses them: code that compiles against them may not compile against the real ones.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys

from interfaces import declared, retargeted

HERE = os.path.dirname(os.path.realpath(__file__))
BUNDLE = "gantry-apple.artifactbundle"

# Name, target of the system's interfaces, name of its module files, and the frameworks that only this
# platform has.
PLATFORMS = [
    ("ios", "arm64-apple-ios18.0", "arm64-apple-ios", {"UIKit", "BackgroundTasks"}),
    ("macos", "arm64-apple-macosx15.0", "arm64-apple-macos", {"AppKit"}),
    ("tvos", "arm64-apple-tvos18.0", "arm64-apple-tvos", set()),
]
ONLY_SOMEWHERE = set().union(*(own for _, _, _, own in PLATFORMS))
# The oldest systems that the package supports, for which SwiftPM builds it.
OLDEST = {
    "ios": "arm64-apple-ios16.0", "macos": "arm64-apple-macosx13.0", "tvos": "arm64-apple-tvos16.0",
}

# The headers of the system's C modules; `Darwin` uses those that the installed package has.
DARWIN = """
stdio stdlib string strings unistd fcntl errno time signal dlfcn pthread sched ctype locale math fenv
sys/types sys/stat sys/file sys/mman sys/time sys/wait sys/ioctl sys/socket sys/un sys/uio sys/select
sys/sysctl sys/resource sys/param sys/mount sys/fcntl sys/errno sys/qos poll spawn dirent glob pwd grp
termios execinfo copyfile arpa/inet netinet/in netdb ifaddrs syslog wchar setjmp mach/mach
mach/mach_time mach-o/dyld mach-o/loader mach-o/getsect os/lock os/clock libkern/OSAtomic crt_externs
xlocale
"""
MODULES = """
module ObjectiveC [system] {
  header "objc/objc.h" header "objc/NSObjCRuntime.h" header "objc/NSObject.h"
  header "objc/runtime.h" header "objc/message.h"
  export *
}
module Dispatch [system] {
  header "os/object.h" header "os/workgroup.h" header "dispatch/dispatch.h"
  export *
}
"""

# Everything that a linker must know about the system; other symbols are resolved at run time.
SYSTEM = """--- !tapi-tbd
tbd-version: 4
targets: [ arm64-macos ]
install-name: /usr/lib/libSystem.B.dylib
exports:
  - targets: [ arm64-macos ]
    symbols: [ dyld_stub_binder ]
...
"""


def put(path, text):
    """Writes a file unless it already has this text, because its date is part of the module cache's key."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path) and read(path) == text:
        return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def read(path):
    """The text of a file."""
    with open(path, encoding="utf-8") as file:
        return file.read()


def link(source, path):
    """Creates a symbolic link, and replaces one with another target."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.islink(path) and os.readlink(path) != source:
        os.remove(path)
    if not os.path.lexists(path):
        os.symlink(source, path)


def module_map(headers, resources):
    """The C modules of the system, and those that the toolchain's own interfaces import."""
    found = [name for name in DARWIN.split() if os.path.exists(f"{headers}/{name}.h")]
    text = "module Darwin [system] [extern_c] {\n"
    text += "".join(f'  header "{name}.h"\n' for name in found)
    text += '  export *\n  explicit module Mach { header "mach/mach_init.h" export * }\n'
    text += "  explicit module POSIX { export * }\n}\n" + MODULES
    shims = f"{resources}/shims/module.modulemap"
    for name in re.findall(r"^module (\S+)", read(shims), flags=re.MULTILINE):
        text += f'extern module {name} "{shims}"\n'
    return text


def assemble(platform, folder, headers, resources):
    """Writes the folder of one platform."""
    name, triple, file_name, own = platform
    sdk = f"{folder}/{name}"
    for entry in os.listdir(headers):
        link(f"{headers}/{entry}", f"{sdk}/usr/include/{entry}")
    put(f"{sdk}/usr/include/module.modulemap", module_map(headers, resources))
    put(f"{sdk}/usr/lib/libSystem.tbd", SYSTEM)
    settings = {"CanonicalName": name, "MaximumDeploymentTarget": "27.99", "Version": "27.0"}
    put(f"{sdk}/SDKSettings.json", json.dumps(settings))
    for entry in ("shims", "clang", "apinotes"):
        link(f"{resources}/{entry}", f"{sdk}/resources/{entry}")
    interfaces = retargeted(resources, triple) | declared(f"{HERE}/overlays", triple)
    for module, text in interfaces.items():
        if module in ONLY_SOMEWHERE - own:
            continue
        put(f"{sdk}/usr/lib/swift/{module}.swiftmodule/{file_name}.swiftinterface", text)
    for header in filter(lambda name: name.endswith(".h"), os.listdir(f"{HERE}/headers")):
        module = header.removesuffix(".h")
        if module in ONLY_SOMEWHERE - own:
            continue
        framework = f"{sdk}/System/Library/Frameworks/{module}.framework"
        put(f"{framework}/Headers/{header}", read(f"{HERE}/headers/{header}"))
        # The headers that a framework's main header includes.
        for part in glob.glob(f"{HERE}/headers/{module}/*.h"):
            put(f"{framework}/Headers/{os.path.basename(part)}", read(part))
        put(
            f"{framework}/Modules/module.modulemap",
            f'framework module {module} [system] {{ header "{header}" export * }}\n',
        )


def write_bundle(folder):
    """Writes the bundle: the compiler's options of each platform. Macros are built without them."""
    bundle = f"{folder}/bundles/{BUNDLE}"
    variant = {"type": "swiftSDK", "version": "1.0.0", "variants": [{"path": "sdk"}]}
    put(f"{bundle}/info.json", json.dumps({"schemaVersion": "1.0", "artifacts": {"apple": variant}}))
    targets = {}
    for name, triple in OLDEST.items():
        options = ["-Xfrontend", "-disable-legacy-type-info"]
        options += ["-module-cache-path", f"{folder}/modules-{name}"]
        toolset = {
            "schemaVersion": "1.0",
            "swiftCompiler": {"extraCLIOptions": options},
            "librarian": {"path": shutil.which("llvm-libtool-darwin-19")},
        }
        put(f"{bundle}/sdk/{name}.json", json.dumps(toolset))
        targets[triple] = {
            "sdkRootPath": f"{folder}/{name}",
            "swiftResourcesPath": f"{folder}/{name}/resources",
            "toolsetPaths": [f"{name}.json"],
        }
    put(
        f"{bundle}/sdk/swift-sdk.json",
        json.dumps({"schemaVersion": "4.0", "targetTriples": targets}),
    )


def main(folder, headers):
    """Writes everything."""
    about = json.loads(subprocess.check_output(["swiftc", "-print-target-info"], text=True))
    for platform in PLATFORMS:
        assemble(platform, folder, headers, about["paths"]["runtimeResourcePath"])
    write_bundle(folder)


if __name__ == "__main__":
    main(*(os.path.abspath(path) for path in sys.argv[1:]))
