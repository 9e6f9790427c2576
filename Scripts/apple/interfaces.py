# SPDX-License-Identifier: Apache-2.0
"""Textual interfaces of Swift modules for Apple systems.

The toolchain has the standard library's interfaces only for its own system. They differ in few places: the
head names another target, Objective-C is available, and the system's library implements some parts
differently. The compiler doesn't promise to accept them; another version may need other changes.
"""
import os
import re
import subprocess

STANDARD = [
    "Swift", "_Concurrency", "_StringProcessing", "Observation", "SwiftOnoneSupport", "Synchronization",
]

# Only on systems with Objective-C.
POINTERS = """
@frozen public struct AutoreleasingUnsafeMutablePointer<Pointee> : @unsafe Swift._Pointer {
  public let _rawValue: Builtin.RawPointer
  @_transparent public init(_ _rawValue: Builtin.RawPointer) { self._rawValue = _rawValue }
  public var pointee: Pointee { get nonmutating set }
}
extension Swift.Unmanaged {
  public func autorelease() -> Swift.Unmanaged<Instance>
}
public func _bridgeAnyObjectToAny(_ possiblyNullObject: Swift.AnyObject?) -> Any
public func _getErrorEmbeddedNSError<T>(_ x: T) -> Swift.AnyObject? where T : Swift.Error
"""

# On Linux, this is based on a futex; this one hides its storage.
MUTEX = """
@available(macOS 15.0, iOS 18.0, *)
@frozen @_staticExclusiveOnly public struct _MutexHandle : ~Swift.Copyable {
  @usableFromInline
  internal let storage: Synchronization.Atomic<Swift.UInt32>
  @available(macOS 15.0, iOS 18.0, *)
  @_alwaysEmitIntoClient @_transparent public init() { storage = Atomic(0) }
  @usableFromInline internal borrowing func _lock()
  @usableFromInline internal borrowing func _tryLock() -> Swift.Bool
  @usableFromInline internal borrowing func _unlock()
}
"""
# A line that begins the body of a function, and what a body consists of besides plain text.
FUNCTION = re.compile(r"^([^\n{]*\b(?:func|init)\b[^\n]*) \{$", re.M)
TOKEN = re.compile(r'""".*?"""|"(?:\\.|[^"\\\n])*"|[{}]', re.S)
AVAILABLE = r"@available\([^\n]*\n"
MUTEX_OF_LINUX = AVAILABLE + r"@frozen @_staticExclusiveOnly public struct _MutexHandle.*?\n}\n"
MUTEX_EXTENSION = rf"(?:{AVAILABLE})?extension Synchronization\._MutexHandle \{{\n.*?\n}}\n"

# Objective-C types that Foundation's Swift types represent, or are bridged to.
BRIDGED = {
    "Foundation.URL": "Foundation.NSURL",
    "Foundation.Data": "Foundation.NSData",
    "Foundation.Date": "Foundation.NSDate",
    "Foundation.UUID": "Foundation.NSUUID",
    "Foundation.Notification": "Foundation.NSNotification",
    "Swift.String": "Foundation.NSString",
    "Swift.Array<Element>": "Foundation.NSArray",
    "Swift.Dictionary<Key, Value>": "Foundation.NSDictionary",
    "Swift.Set<Element>": "Foundation.NSSet",
    "Swift.AnyHashable": "ObjectiveC.NSObject",
    "Swift.Bool": "Foundation.NSNumber",
    "Swift.Int": "Foundation.NSNumber",
    "Swift.Double": "Foundation.NSNumber",
}
BRIDGE = """
extension {extended} : Swift._ObjectiveCBridgeable {{
  public typealias _ObjectiveCType = {foreign}
  public func _bridgeToObjectiveC() -> {foreign}
  public static func _forceBridgeFromObjectiveC(_ x: {foreign}, result: inout {type}?)
  public static func _conditionallyBridgeFromObjectiveC(_ x: {foreign}, result: inout {type}?) -> Swift.Bool
  public static func _unconditionallyBridgeFromObjectiveC(_ x: {foreign}?) -> {type}
}}
"""


def retargeted(resources, triple):
    """The interfaces of the standard library's modules for a target, by module."""
    found = {}
    for module in STANDARD:
        folder = f"{resources}/linux/{module}.swiftmodule"
        files = [name for name in os.listdir(folder) if name.endswith("-linux-gnu.swiftinterface")]
        host = files[0].removesuffix(".swiftinterface")
        with open(f"{folder}/{files[0]}", encoding="utf-8") as file:
            found[module] = retarget(module, file.read(), host, triple)
    return found


def retarget(module, text, host, triple):
    """One interface, from one target to another."""
    mark = "\n// swift-module-flags-ignorable"
    head, body = text.split(mark, 1)
    head = head.replace(f"-target {host}", f"-target {triple}")
    head = head.replace("-disable-objc-interop", "-enable-objc-interop")
    head = head.replace(" -O ", " -Onone ")
    text = head + " -disable-availability-checking" + mark + body
    text = re.sub(r"@backDeployed\(before:[^)]*\)\n", "", text)
    # For number types that this target doesn't have.
    text = text.replace("self = _stdlib_remainderl(self, other)", "fatalError()")
    text = text.replace("self = _stdlib_squareRootl(self)", "fatalError()")
    if module == "Swift":
        text = bodiless(text) + POINTERS
    if module in ("Observation", "Synchronization"):
        text = text.replace("import Glibc\n", "").replace("import _SynchronizationShims\n", "")
    if module == "Synchronization":
        text = re.sub(MUTEX_OF_LINUX, lambda _: MUTEX, text, count=1, flags=re.DOTALL)
        text = re.sub(MUTEX_EXTENSION, "", text, flags=re.DOTALL)
    return text


def bodiless(text):
    """An interface without the bodies of inlinable functions, which are most of the time that it takes to compile.

    Functions without a symbol in the library keep theirs: clients emit them.
    """
    parts, at = [], 0
    for match in FUNCTION.finditer(text):
        head = match.group(1)
        if match.start() < at or "@inlinable " not in head or "_alwaysEmitIntoClient" in head or "@_transparent" in head:
            continue
        depth, end = 1, match.end()
        while depth:
            token = TOKEN.search(text, end)
            depth += {"{": 1, "}": -1}.get(token.group(), 0)
            end = token.end()
        access = "" if re.search(r"\b(public|open)\b", head) else "@usableFromInline "
        parts += [text[at : match.start()], head.replace("@inlinable ", access, 1)]
        at = end
    return "".join(parts) + text[at:]


def declared(folder, triple):
    """The interfaces that are written by hand, by module: `A+B` is another part of `A`."""
    version = subprocess.check_output(["swiftc", "--version"], text=True).split("\n")[0]
    found = {}
    for name in sorted(os.listdir(folder), key=lambda name: name.split(".")[0]):
        module = name.split(".")[0].split("+")[0]
        with open(f"{folder}/{name}", encoding="utf-8") as file:
            found.setdefault(module, declared_head(module, version, triple))
            found[module] += file.read()
    found["Foundation"] += "".join(map(bridge, BRIDGED))
    return found


def declared_head(module, version, triple):
    """The lines by which the compiler recognizes an interface."""
    flags = f"-target {triple} -enable-objc-interop -enable-library-evolution -swift-version 6"
    flags += " -disable-objc-attr-requires-foundation-module"
    flags += f" -enable-experimental-feature Lifetimes -module-name {module}"
    version = f"// swift-compiler-version: {version}\n"
    return f"// swift-interface-format-version: 1.0\n{version}// swift-module-flags: {flags}\n"


def bridge(swift):
    """The bridge of a type to Objective-C and back."""
    return BRIDGE.format(extended=swift.split("<")[0], type=swift, foreign=BRIDGED[swift])
