// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

/// Times the functions that run before the `main` of a program.
///
/// A small library is compiled and loaded into the program before anything else
/// (`LD_PRELOAD`). It puts itself between the system and each function of `.init_array`, so a
/// function is timed alone, in the process that it belongs to, and no debugger is needed. The program
/// is asked for its manifest, so it starts nothing.
enum StartupClock {
  /// How often the program is run; the shortest time counts, since others have waited for something.
  private static let runs = 3

  /// The time of each function by its address in the file.
  ///
  /// Functions of `.preinit_array` come before any library, and have none.
  ///
  /// - Parameter app: The program.
  /// - Throws: Why there are no times.
  static func times(of app: BuiltApp) throws(ToolFailure) -> [UInt64: Duration] {
    #if os(Linux)
      let folder = FileManager.default.temporaryDirectory.appending(path: "gantry-\(UUID())")
      defer { try? FileManager.default.removeItem(at: folder) }
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try Data(source.utf8).write(to: folder.appending(path: "clock.c"))
      } catch {
        throw OutputFile.failure(folder.path, error)
      }
      let library = try compile(in: folder)
      var times: [UInt64: Duration] = [:]
      for run in 0..<runs {
        let file = folder.appending(path: "times-\(run)")
        let others = ProcessInfo.processInfo.environment["LD_PRELOAD"].map { ":\($0)" } ?? ""
        _ = try ChildProgram(
          program: app.executable.path,
          environment: [
            "GANTRY_MANIFEST": "json", "LD_PRELOAD": library.path + others,
            "GANTRY_CLOCK_FILE": file.path,
            "GANTRY_CLOCK_PROGRAM": app.executable.resolvingSymlinksInPath().path,
          ], folder: app.packageFolder, limit: BuiltApp.limit
        ).run()
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        times.merge(self.times(in: text)) { min($0, $1) }
      }
      guard !times.isEmpty else {
        throw ToolFailure("\(app.product) does not load a library that times it", .unavailable)
      }
      return times
    #else
      throw ToolFailure("this system has no way to do so", .unavailable)
    #endif
  }

  /// The times that the library has written: an address and nanoseconds in each line.
  static func times(in text: String) -> [UInt64: Duration] {
    let rows = text.split(separator: "\n").compactMap { line -> (UInt64, Duration)? in
      let words = line.split(separator: " ")
      guard words.count == 2, let address = UInt64(words[0], radix: 16),
        let nanoseconds = Int64(words[1])
      else { return nil }
      return (address, .nanoseconds(nanoseconds))
    }
    return Dictionary(rows) { $0 + $1 }
  }

  /// Makes the library with the compiler that comes with Swift, or with the system.
  private static func compile(in folder: URL) throws(ToolFailure) -> URL {
    let library = folder.appending(path: "clock.so")
    let words = ["-shared", "-fPIC", "-O1", "-o", library.path]
    for compiler in ["clang", "cc"] {
      let end = try? ChildProgram(
        program: compiler, arguments: words + [folder.appending(path: "clock.c").path],
        limit: .seconds(20)
      ).run()
      if end?.status == 0, end?.isOverdue == false { return library }
    }
    throw ToolFailure("neither 'clang' nor 'cc' compiles what times them", .unavailable)
  }
}
