// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// Something that is shown, with phases that may wait.
///
/// It is like ``Page``, but with asynchronous phases, which run in the caller's isolation. A page
/// on the main actor has a conformance on the main actor and marks its phases `@MainActor`; a host
/// calls them there.
///
/// ```swift
/// @MainActor final class OrdersPage: @MainActor AsyncPage {
///   @MainActor func load(_ context: borrowing PageContext) async throws {
///     orders = try await context.waiting { try await store.orders() }
///   }
/// }
/// ```
public protocol AsyncPage: AnyObject {
  /// Loads the page's content.
  ///
  /// - Parameter context: The call, for the pages inside this one.
  /// - Throws: The page's error; the host passes it on.
  func load(_ context: borrowing PageContext) async throws

  /// Prepares for becoming visible.
  ///
  /// - Parameter context: The call, for the pages inside this one.
  /// - Throws: The page's error; the host passes it on.
  func willAppear(_ context: borrowing PageContext) async throws

  /// Runs when the page has become visible.
  ///
  /// - Parameter context: The call, for the pages inside this one.
  /// - Throws: The page's error; the host passes it on.
  func didAppear(_ context: borrowing PageContext) async throws

  /// Prepares for being hidden.
  ///
  /// - Parameter context: The call, for the pages inside this one.
  /// - Throws: The page's error; the host passes it on.
  func willDisappear(_ context: borrowing PageContext) async throws

  /// Runs when the page has been hidden.
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
