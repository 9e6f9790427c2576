// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// How an application is at one moment, for a person who asks by SIGUSR1.
struct ProcessStatus: CustomStringConvertible {
  /// The lines, each with its end.
  let description: String

  /// Looks at an application; it takes locks, and waits for no task.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - openings: A line for each URL that is being opened.
  ///   - time: How long the process has lived.
  init(_ application: Application, _ openings: [String], after time: Duration) {
    let status = application.status
    var lines = ["status of process \(getpid()) after \(time.text): \(status.state)"]
    func list(_ title: String, _ items: [String]) {
      if !items.isEmpty { lines += ["\(title):"] + items.map { "- \($0)" } }
    }
    list("waiting", status.waits + openings)
    list("modules", status.modules.map(\.description))
    description = lines.joined(separator: "\n") + "\n"
  }
}
