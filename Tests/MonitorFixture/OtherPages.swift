// SPDX-License-Identifier: Apache-2.0

public import GantryMonitor
import GantrySupport

/// A page of another module than the tests, open to subclasses there.
open class OtherPage: Page {
  /// The calls, in order.
  public let calls = Calls()

  /// Creates a page.
  public init() {}

  /// Notes the call.
  open func load(_ context: borrowing PageContext) throws { calls.add("OtherPage.load") }
}

/// A page without subclasses: calls are direct wherever the optimizer sees it.
public final class FinalPage: Page {
  /// The calls, in order.
  public let calls = Calls()

  /// Creates a page.
  public init() {}

  /// Notes the call.
  public func load(_ context: borrowing PageContext) throws { calls.add("FinalPage.load") }
}

/// The calls, in order.
public final class Calls: Sendable {
  private let names = Mutex<[String]>([])

  /// Creates one.
  public init() {}

  /// The names.
  public var all: [String] { names.withLock(\.self) }

  /// Adds a name.
  public func add(_ name: String) { names.withLock { $0.append(name) } }
}
