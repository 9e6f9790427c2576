// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A hidden folder next to the destination, in which a package or a manifest is prepared.
///
/// A complete package moves to its destination in one step. The folder is removed with its owner.
final class Staging {
  private let place: NewPlace
  private let folder: URL
  private var change: EditedManifest?

  private static let prefix = ".gantry-new-"

  /// Creates the folder, and removes those of processes that were killed.
  init(for place: NewPlace) throws(ToolFailure) {
    self.place = place
    Self.removeLeftovers(in: place.root)
    let name = "\(Self.prefix)\(getpid())-\(UUID().uuidString.prefix(8))"
    folder = place.root.appending(path: name, directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    } catch {
      throw OutputFile.failure(place.path, error)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var staged: URL { folder.appending(path: "tree", directoryHint: .isDirectory) }

  /// Writes the files of the package.
  func write(_ tree: FileTree) throws(ToolFailure) {
    let package = staged.appending(path: place.pathInRoot, directoryHint: .isDirectory)
    for path in tree.paths {
      try Interruption.check()
      guard let file = tree.files[path] else { continue }
      do {
        let url = package.appending(path: path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try file.data.write(to: url, options: .withoutOverwriting)
        if file.isExecutable { try Self.makeExecutable(url) }
      } catch {
        throw OutputFile.failure("\(place.path)/\(path)", error)
      }
    }
  }

  /// Prepares a changed copy of an app's manifest, which replaces the manifest at the end.
  func stage(_ edit: ManifestEdit, of app: AppPackage) throws(ToolFailure) {
    let copy = folder.appending(path: "app", directoryHint: .isDirectory)
    change = try edit.change(of: app.manifest, shownAs: app.shownManifest, in: copy)
  }

  /// Changes the manifest of the new package.
  func change(_ edit: ManifestEdit) throws(ToolFailure) {
    let copy = folder.appending(path: "package", directoryHint: .isDirectory)
    let manifest = staged.appending(path: "\(place.pathInRoot)/Package.swift")
    try edit.change(of: manifest, shownAs: "\(place.path)/Package.swift", in: copy).publish()
  }

  /// Moves everything to its destination.
  ///
  /// - Throws: The file that is in the way; nothing has been moved then.
  func publish() throws(ToolFailure) {
    try Interruption.check()
    let moved = place.steps.isEmpty ? nil : try moveIntoPlace()
    guard let change else { return }
    do throws(ToolFailure) {
      try change.publish()
    } catch {
      // This process alone has just put the package there.
      if let moved {
        try? FileManager.default.moveItem(at: moved, to: folder.appending(path: "undone"))
      }
      throw error
    }
  }

  /// Moves the package, with the enclosing folders that don't exist yet.
  private func moveIntoPlace() throws(ToolFailure) -> URL {
    for count in min(place.existingSteps + 1, place.steps.count)...place.steps.count {
      let path = place.steps.prefix(count).joined(separator: "/")
      let goal = place.root.appending(path: path)
      let source = staged.appending(path: path)
      switch FileMove.move(source.path, to: goal.path) {
      case 0: return goal
      // Another process has created one of the enclosing folders in the meantime.
      case EEXIST where count < place.steps.count: continue
      case EEXIST, ENOTEMPTY:
        throw ToolFailure("\(place.path) has just appeared. Nothing was written.", .cannotWrite)
      case let code:
        throw ToolFailure(
          "\(place.path): cannot be written: \(String(cString: strerror(code)))", .cannotWrite)
      }
    }
    throw ToolFailure("\(place.path) has just appeared. Nothing was written.", .cannotWrite)
  }

  /// Removes files whose names show that their process has ended.
  private static func removeLeftovers(in root: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let parts = name.dropFirst(prefix.count).split(separator: "-")
      guard parts.count == 2, let id = pid_t(parts[0]), id > 0, kill(id, 0) == -1, errno == ESRCH
      else { continue }
      try? FileManager.default.removeItem(at: root.appending(path: name))
    }
  }

  private static func makeExecutable(_ url: URL) throws {
    let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions]
    guard let mode = mode as? NSNumber else { return }
    // Every user who may read the file may run it.
    let number = mode.intValue | (mode.intValue & 0o444) >> 2
    try FileManager.default.setAttributes([.posixPermissions: number], ofItemAtPath: url.path)
  }
}

/// Moves folders in one step.
enum FileMove {
  /// Moves a folder, without ever replacing anything.
  ///
  /// - Returns: 0, or the system's error number.
  static func move(_ path: String, to goal: String) -> Int32 {
    let code = moveInOneCall(path, to: goal)
    let unable: Set = [ENOSYS, EINVAL, ENOTSUP]
    return unable.contains(code) ? moveOverReserved(path, to: goal) : code
  }

  private static func moveInOneCall(_ path: String, to goal: String) -> Int32 {
    #if canImport(Darwin)
      return renamex_np(path, goal, UInt32(RENAME_EXCL)) == 0 ? 0 : errno
    #else
      // The headers declare this function only for C programs, and not every C library has it.
      typealias Rename =
        @convention(c) (
          Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
        ) -> Int32
      guard let symbol = dlsym(nil, "renameat2") else { return ENOSYS }
      let doNotReplace: UInt32 = 1
      let rename = unsafeBitCast(symbol, to: Rename.self)
      return rename(AT_FDCWD, path, AT_FDCWD, goal, doNotReplace) == 0 ? 0 : errno
    #endif
  }

  /// Moves a folder on a file system without such a call: an empty folder reserves the destination,
  /// and is then replaced.
  static func moveOverReserved(_ path: String, to goal: String) -> Int32 {
    guard mkdir(goal, 0o777) == 0 else { return errno }
    guard rename(path, goal) == 0 else {
      let code = errno
      rmdir(goal)
      return code
    }
    return 0
  }
}

/// Files to write, by their path in one folder.
struct FileTree: Equatable {
  /// One file.
  struct File: Equatable {
    let data: Data
    /// Whether the file is executable.
    let isExecutable: Bool
  }

  private(set) var files: [String: File] = [:]
  /// The paths in lowercase letters.
  private var folded: Set<String> = []

  var isEmpty: Bool { files.isEmpty }

  /// The paths, sorted.
  var paths: [String] { files.keys.sorted() }

  /// Returns whether a folder has any files.
  func hasFiles(in folder: String) -> Bool { files.keys.contains { $0.hasPrefix("\(folder)/") } }

  /// Adds a file; returns false if another one has the same path, ignoring letter case.
  mutating func add(_ file: File, at path: String) -> Bool {
    guard folded.insert(path.lowercased()).inserted else { return false }
    files[path] = file
    return true
  }

  /// Returns the tree as lines.
  func drawing(under root: String) -> [String] {
    [root] + Self.lines(of: paths.map { $0.split(separator: "/")[...] }, indent: "")
  }

  private static func lines(of paths: [ArraySlice<Substring>], indent: String) -> [String] {
    var names: [Substring] = []
    for path in paths {
      if let name = path.first, names.last != name { names.append(name) }
    }
    return names.enumerated().flatMap { index, name in
      let isLast = index == names.count - 1
      let below = paths.filter { $0.first == name && $0.count > 1 }.map { $0.dropFirst() }
      return ["\(indent)\(isLast ? "└─ " : "├─ ")\(name)"]
        + lines(of: below, indent: indent + (isLast ? "   " : "│  "))
    }
  }
}

/// Handles signals that ask the tool to end: it undoes unfinished work, then ends by the signal.
enum Interruption {
  /// The number of the signal, which is all that the signal handler touches.
  private static let received = Atomic<Int32>(0)

  /// Starts recording signals instead of ending by them.
  static func watch() {
    // The atomic must exist before a signal arrives, because a handler must not create it.
    received.store(0, ordering: .relaxed)
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGHUP, SIGINT, SIGTERM] {
      signal(number) { Interruption.received.store($0, ordering: .relaxed) }
      sigaddset(&signals, number)
    }
    // If the tool was started from a thread that blocks signals, it has inherited that mask.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Throws an error if a signal has arrived.
  static func check(_ consequence: String = "nothing was written") throws(ToolFailure) {
    guard received.load(ordering: .relaxed) == 0 else {
      throw ToolFailure("interrupted; \(consequence)", .cannotWrite)
    }
  }

  /// Ends the tool as the signal would have.
  static func endIfReceived() {
    let number = received.load(ordering: .relaxed)
    guard number != 0 else { return }
    signal(number, SIG_DFL)
    raise(number)
  }
}
