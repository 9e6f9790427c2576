// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Something that is shown, whose phases may wait.
///
/// As ``Page``, with asynchronous phases. They run in the isolation of the caller: a page
/// on the main actor has a conformance on the main actor, writes `@MainActor` at its phases, and is
/// performed there.
///
/// ```swift
/// @MainActor final class OrdersPage: @MainActor AsyncPage {
///   @MainActor func load(_ context: borrowing PageContext) async throws {
///     orders = try await context.waiting { try await store.orders() }
///   }
/// }
/// ```
public protocol AsyncPage: AnyObject {
  /// Gets the content of the page.
  ///
  /// - Parameter context: The call, for the pages inside this one.
  /// - Throws: The page's error; the host passes it on.
  func load(_ context: borrowing PageContext) async throws

  /// Prepares for being seen.
  ///
  /// - Parameter context: The call, for the pages inside this one.
  /// - Throws: The page's error; the host passes it on.
  func willAppear(_ context: borrowing PageContext) async throws

  /// Runs once the page is visible.
  ///
  /// - Parameter context: The call, for the pages inside this one.
  /// - Throws: The page's error; the host passes it on.
  func didAppear(_ context: borrowing PageContext) async throws

  /// Prepares for being hidden.
  ///
  /// - Parameter context: The call, for the pages inside this one.
  /// - Throws: The page's error; the host passes it on.
  func willDisappear(_ context: borrowing PageContext) async throws

  /// Runs once the page is hidden.
  ///
  /// - Parameter context: The call, for the pages inside this one.
  /// - Throws: The page's error; the host passes it on.
  func didDisappear(_ context: borrowing PageContext) async throws
}

extension AsyncPage {
  /// Nothing, unless the page says otherwise.
  ///
  /// - Throws: Nothing.
  public func load(_ context: borrowing PageContext) async throws {}

  /// Nothing, unless the page says otherwise.
  ///
  /// - Throws: Nothing.
  public func willAppear(_ context: borrowing PageContext) async throws {}

  /// Nothing, unless the page says otherwise.
  ///
  /// - Throws: Nothing.
  public func didAppear(_ context: borrowing PageContext) async throws {}

  /// Nothing, unless the page says otherwise.
  ///
  /// - Throws: Nothing.
  public func willDisappear(_ context: borrowing PageContext) async throws {}

  /// Nothing, unless the page says otherwise.
  ///
  /// - Throws: Nothing.
  public func didDisappear(_ context: borrowing PageContext) async throws {}
}
