// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Calls the phases of pages, and times them while somebody observes.
///
/// ```swift
/// let host = PageHost(monitor)
/// try host.perform(.load, of: page)
/// ```
///
/// Pages inside a page are called through the ``PageContext`` of their parent, so that its own time
/// can be told from theirs.
public struct PageHost: Sendable {
  /// Who is told of what the host calls.
  public let monitor: PageMonitor

  /// Makes a host.
  ///
  /// - Parameter monitor: Who is told of what the host calls.
  public init(_ monitor: PageMonitor) { self.monitor = monitor }

  /// Calls a phase of a page.
  ///
  /// While nobody observes, this costs one relaxed atomic load beside the call.
  ///
  /// - Parameters:
  ///   - phase: What to call.
  ///   - page: The page; its most derived override is called.
  /// - Throws: What the page throws.
  @inlinable
  public func perform<P: Page>(_ phase: PagePhase, of page: P) throws {
    guard monitor.isObserved else {
      return try phase.run(page, PageContext(root: monitor))
    }
    try monitor.timed(phase, page)
  }

  /// Calls a phase of a page, and waits for it in the isolation of the caller.
  ///
  /// - Parameters:
  ///   - phase: What to call.
  ///   - page: The page; its most derived override is called.
  /// - Throws: What the page throws.
  @inlinable
  public func perform<P: AsyncPage>(_ phase: PagePhase, of page: P) async throws {
    guard monitor.isObserved else {
      return try await phase.run(page, PageContext(root: monitor))
    }
    try await monitor.timed(phase, page)
  }
}
