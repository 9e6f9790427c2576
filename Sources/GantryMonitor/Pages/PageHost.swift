// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// Calls the phases of pages, and times them while the monitor has observers.
///
/// ```swift
/// let host = PageHost(monitor)
/// try host.perform(.load, of: page)
/// ```
///
/// Pages inside a page are called through the ``PageContext`` of their parent, so that its own time
/// can be told from theirs.
public struct PageHost: Sendable {
  /// The monitor that is told of this host's calls.
  public let monitor: PageMonitor
  /// Where phases on the main actor leave their names; nil for none.
  @usableFromInline let lane: MainActorWatch?

  /// Makes a host.
  ///
  /// - Parameters:
  ///   - monitor: The monitor that is told of the host's calls.
  ///   - events: For a host whose synchronous pages are called on the main actor only: the bus of the
  ///     application whose watch over the main actor is to name them, which it does while the pages are
  ///     observed.
  public init(_ monitor: PageMonitor, onMainActorOf events: EventBus? = nil) {
    self.monitor = monitor
    lane = events?.watch
  }

  /// Calls a phase of a page.
  ///
  /// Without observers, this costs one relaxed atomic load beside the call.
  ///
  /// - Parameters:
  ///   - phase: The phase to call.
  ///   - page: The page; its most derived override is called.
  /// - Throws: The page's error.
  @inlinable
  public func perform<P: Page>(_ phase: PagePhase, of page: P) throws {
    guard monitor.isObserved else {
      return try phase.run(page, PageContext(root: monitor))
    }
    try monitor.timed(phase, page, lane)
  }

  /// Calls a phase of a page, and waits for it in the isolation of the caller.
  ///
  /// - Parameters:
  ///   - phase: The phase to call.
  ///   - page: The page; its most derived override is called.
  /// - Throws: The page's error.
  @inlinable
  public func perform<P: AsyncPage>(_ phase: PagePhase, of page: P) async throws {
    guard monitor.isObserved else {
      return try await phase.run(page, PageContext(root: monitor))
    }
    try await monitor.timed(phase, page, lane)
  }
}

/// A phase of a page in a chain of calls.
public struct PageCall: Sendable, Hashable {
  let page: PageClass
  /// The phase that was called.
  public let phase: PagePhase

  init(_ page: PageClass, _ phase: PagePhase) {
    self.page = page
    self.phase = phase
  }

  /// The name of the page's dynamic type, with its module.
  public var pageName: String { page.name }
}

extension PageCall: CustomStringConvertible {
  /// The page and the phase: `Shop.OrdersPage.load`.
  public var description: String { "\(pageName).\(phase.rawValue)" }
}

extension MainActorWatch {
  /// The number of a page's phase.
  func number(of call: PageCall) -> UInt64 {
    number(for: Key(call.page.id, call.phase.order)) {
      MainActorHeld.Code(.page, module: call.page.module, name: call.description)
    }
  }
}

/// A call and the one around it; a call that a host makes has none, and costs no list.
@usableFromInline
final class PageLink: Sendable {
  private let call: PageCall
  private let outer: PageLink?

  init(_ call: PageCall, inside outer: PageLink?) {
    self.call = call
    self.outer = outer
  }

  /// The calls, outermost first.
  var chain: [PageCall] {
    var calls: [PageCall] = []
    var link: PageLink? = self
    while let current = link {
      calls.append(current.call)
      link = current.outer
    }
    return calls.reversed()
  }
}
