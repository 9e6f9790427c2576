// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension Application {
  /// Launches the modules, and returns on the main thread when the app is ready.
  ///
  /// For hosts that are told to start by a synchronous call, such as
  /// `application(_:didFinishLaunchingWithOptions:)`. While it waits, this thread runs the tasks of
  /// the main lane, and the main run loop for whatever else needs the main actor; it sleeps when
  /// there is nothing to do. After-ready work goes on after it has returned.
  ///
  /// - Parameter willLaunch: Called when it is known who will listen, before any module exists.
  /// - Returns: The report at ready; ``waitUntilIdle()`` gives the whole one.
  /// - Throws: ``ApplicationError/notBlockable`` where it would keep the main actor to itself, and
  ///   all that ``start(willLaunch:)`` throws. Without a ``Limits/launch`` it waits for 20 seconds,
  ///   after which systems end an app that does not answer.
  @discardableResult
  @MainActor
  public func startBlocking(
    willLaunch: @escaping @MainActor @Sendable (EventBus) -> Void = { _ in }
  ) throws(ApplicationError) -> LaunchReport {
    guard MainThread.canBlock() else { throw .notBlockable }
    let limit = limits.launch ?? .seconds(20)
    let result = MainThread.block { [self] () -> Result<LaunchReport, ApplicationError> in
      do throws(ApplicationError) {
        return .success(try await start(within: limit, willLaunch))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
