// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Something that is shown, whose phases take their time synchronously.
///
/// Only a ``PageHost`` can call a phase, because only a host makes the context that a phase takes.
/// So every call can be timed, the most derived override with all that it calls on super included,
/// and the page's class knows nothing of it.
///
/// ```swift
/// final class OrdersPage: Page {
///   func load(_ context: borrowing PageContext) throws {
///     orders = try store.orders()
///     try context.perform(.load, of: header)      // a page inside this one
///   }
/// }
/// ```
///
/// Phases that a page leaves out do nothing. A phase that subclasses are to override must be
/// written in the class that declares the conformance, even when it does nothing there: the
/// language does not see a method of a subclass as an implementation otherwise.
public protocol Page: AnyObject {
  /// Gets the content of the page.
  ///
  /// - Parameter context: The call, for the pages inside this one.
  /// - Throws: The page's error; the host passes it on.
  func load(_ context: borrowing PageContext) throws

  /// Prepares for being seen.
  ///
  /// - Parameter context: The call, for the pages inside this one.
  /// - Throws: The page's error; the host passes it on.
  func willAppear(_ context: borrowing PageContext) throws

  /// Runs once the page is visible.
  ///
  /// - Parameter context: The call, for the pages inside this one.
  /// - Throws: The page's error; the host passes it on.
  func didAppear(_ context: borrowing PageContext) throws

  /// Prepares for being hidden.
  ///
  /// - Parameter context: The call, for the pages inside this one.
  /// - Throws: The page's error; the host passes it on.
  func willDisappear(_ context: borrowing PageContext) throws

  /// Runs once the page is hidden.
  ///
  /// - Parameter context: The call, for the pages inside this one.
  /// - Throws: The page's error; the host passes it on.
  func didDisappear(_ context: borrowing PageContext) throws
}

extension Page {
  /// Nothing, unless the page says otherwise.
  ///
  /// - Throws: Nothing.
  public func load(_ context: borrowing PageContext) throws {}

  /// Nothing, unless the page says otherwise.
  ///
  /// - Throws: Nothing.
  public func willAppear(_ context: borrowing PageContext) throws {}

  /// Nothing, unless the page says otherwise.
  ///
  /// - Throws: Nothing.
  public func didAppear(_ context: borrowing PageContext) throws {}

  /// Nothing, unless the page says otherwise.
  ///
  /// - Throws: Nothing.
  public func willDisappear(_ context: borrowing PageContext) throws {}

  /// Nothing, unless the page says otherwise.
  ///
  /// - Throws: Nothing.
  public func didDisappear(_ context: borrowing PageContext) throws {}
}
