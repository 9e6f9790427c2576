// SPDX-License-Identifier: Apache-2.0

public import GantryMonitor
internal import Synchronization

/// A page of another module than the tests', open to subclasses there.
open class OtherPage: Page {
  /// What was called, in order.
  public let calls = Calls()

  /// Creates one.
  public init() {}

  /// Notes the call.
  open func load(_ context: borrowing PageContext) throws { calls.add("OtherPage.load") }
}

/// A page that nobody subclasses: calls of it are direct wherever the optimizer sees it.
public final class FinalPage: Page {
  /// What was called, in order.
  public let calls = Calls()

  /// Creates one.
  public init() {}

  /// Notes the call.
  public func load(_ context: borrowing PageContext) throws { calls.add("FinalPage.load") }
}

/// What was called, in order.
public final class Calls: Sendable {
  private let names = Mutex<[String]>([])

  /// Creates one.
  public init() {}

  /// The names.
  public var all: [String] { names.withLock(\.self) }

  /// Adds a name.
  public func add(_ name: String) { names.withLock { $0.append(name) } }
}
