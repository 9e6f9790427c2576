// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
internal import GantrySupport
internal import Logging

/// Reports that the program calls `exit` while an application runs that nothing has asked to stop.
///
/// No module is shut down then, and the exit status may be 0, so nobody would look for the cause.
enum ProgramExit {
  private struct Entry: Sendable { weak let application: Application? }

  private static let entries = Mutex<[Entry]>([])
  private static let registration: Void = {
    #if canImport(Glibc)
      on_exit({ status, _ in ProgramExit.report(status) }, nil)
    #else
      // There, the status isn't known.
      atexit { ProgramExit.report(nil) }
    #endif
  }()

  /// Begins to watch an application, whose launch begins.
  static func watch(_ application: Application) {
    let () = registration
    entries.withLock { entries in
      entries.removeAll { $0.application == nil || $0.application === application }
      entries.append(Entry(application: application))
    }
  }

  private static func report(_ status: Int32?) {
    // The thread that exits may hold a lock.
    let applications = entries.withLockAtExit { $0.compactMap(\.application) } ?? []
    for application in applications { application.programExits(status) }
  }
}

extension Application {
  /// Handles that the program calls `exit`: logs it, and tells safe mode whose code has called it.
  ///
  /// - Parameter status: The exit status; nil where the system doesn't tell.
  fileprivate func programExits(_ status: Int32?) {
    let current = life.withLockAtExit { life -> (run: Run?, isReady: Bool)? in
      guard !life.isLeaving else { return nil }
      switch life.phase {
      case .idle, .stopping: return nil
      case .preparing: return (nil, false)
      case .running(let run, _): return (run, life.isReady)
      }
    }
    guard let (run, isReady) = current ?? nil else { return }
    let caller = run.flatMap { exitCaller(in: $0) }
    let isDeath = (safeMode?.exited(by: caller?.work, status) ?? nil) ?? !isReady
    let call = "the program called exit(\(status.map { "\($0)" } ?? ""))"
    let time = caller.map { "while \($0.text) was running" }
    let line =
      "\(call) \(time ?? (isReady ? "while the app was ready" : "before the app was ready"))"
    logger.log(
      level: isDeath ? .error : .notice,
      "\(line), so no module was shut down; `stop()` shuts them down")
  }

  /// The code of a module that the current thread runs; nil if it runs none.
  private func exitCaller(in run: Run) -> (work: ExitCaller, text: String)? {
    if Thread.isMainThread, let code = watch.chain.last {
      let node = run.host.node(ModuleName(code.name)).map { ExitCaller.task($0) }
      return (node ?? code.module.map { .module($0) } ?? .unknown, code.clause)
    }
    for kind in Inside.all(of: ObjectIdentifier(events)) {
      switch kind {
      case .node(let node, _): return (.task(node), run.driver.wiring.name(of: node).rawValue)
      case .work(let module, _): return (.module(module), "the long-running work of \(module)")
      case .handler(let module?): return (.module(module), "an event handler of \(module)")
      case .handler(nil), .shutdown: continue
      }
    }
    return nil
  }
}
