// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

/// A process that runs no code until it is continued.
struct SuspendedProcess {
  let id: Int32
  /// Whether a debugger has stopped it, not a signal.
  let isInDebugger: Bool

  /// Looks at a process; nil if it isn't suspended, or if the system doesn't tell.
  init?(_ id: Int32) {
    #if os(Linux)
      // In proc(5), T is the state after SIGSTOP and Control-Z, and t that in a debugger.
      guard let data = try? DiskFile.readToEnd("/proc/\(id)/status") else { return nil }
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
      let state = lines.first { $0.hasPrefix("State:") }?.dropFirst(6).first { $0.isLetter }
      guard let state, "Tt".contains(state) else { return nil }
      (self.id, isInDebugger) = (id, state == "t")
    #else
      return nil
    #endif
  }

  /// What to do about the app with this socket.
  func advice(_ path: String) -> String {
    isInDebugger
      ? "The app at \(path) is suspended in a debugger. Continue it there."
      : "The app at \(path) is suspended. Continue it with `kill -CONT \(id)`."
  }
}
