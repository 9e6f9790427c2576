// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && canImport(BackgroundTasks) && canImport(ObjectiveC)
  internal import BackgroundTasks
  internal import Foundation

  extension AppHost {
    /// Registers a background task with the system.
    static func registerWithSystem(
      _ identifier: String, _ handler: @escaping BackgroundTask.Handler
    ) -> Bool {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: .main) { task in
        // As a word: the system hands the task over on the main thread, and does not say so.
        let word = UInt(bitPattern: Unmanaged.passRetained(task).toOpaque())
        MainActor.assumeIsolated { handler(BackgroundTask(identifier: identifier, at: word)) }
      }
    }
  }

  extension BackgroundTask {
    /// The task at an address, which is kept until it has ended.
    fileprivate init(identifier: String, at word: UInt) {
      func task() -> Unmanaged<BGTask>? {
        UnsafeRawPointer(bitPattern: word).map { Unmanaged.fromOpaque($0) }
      }
      self.init(
        identifier: identifier,
        onExpiration: { expire in task()?.takeUnretainedValue().expirationHandler = { expire() } },
        complete: { isSuccess in
          task()?.takeRetainedValue().setTaskCompleted(success: isSuccess)
        })
    }
  }
#endif
