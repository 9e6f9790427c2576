// SPDX-License-Identifier: Apache-2.0

internal import GantryEvents
internal import GantrySupport

/// Something that is shown, with synchronous phases.
///
/// Only a ``PageHost`` can call a phase, because only a host makes the context that a phase takes.
/// So every call can be timed, from the most derived override down through super, and the page's
/// class needs no code for it.
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
/// Phases that a page leaves out do nothing. Write a phase that subclasses should override in the
/// class that declares the conformance, even if it does nothing there. Otherwise, the language
/// doesn't see a subclass's method as an implementation.
public protocol Page: AnyObject {
  /// Loads the page's content.
  ///
  /// - Parameter context: The call, for the pages inside this one.
  /// - Throws: The page's error; the host passes it on.
  func load(_ context: borrowing PageContext) throws

  /// Prepares for becoming visible.
  ///
  /// - Parameter context: The call, for the pages inside this one.
  /// - Throws: The page's error; the host passes it on.
  func willAppear(_ context: borrowing PageContext) throws

  /// Runs when the page has become visible.
  ///
  /// - Parameter context: The call, for the pages inside this one.
  /// - Throws: The page's error; the host passes it on.
  func didAppear(_ context: borrowing PageContext) throws

  /// Prepares for being hidden.
  ///
  /// - Parameter context: The call, for the pages inside this one.
  /// - Throws: The page's error; the host passes it on.
  func willDisappear(_ context: borrowing PageContext) throws

  /// Runs when the page has been hidden.
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

/// The dynamic type of pages: a timing carries no text and no reference-counted value.
struct PageClass: Sendable {
  let type: AnyClass

  init(_ type: AnyClass) { self.type = type }

  var id: ObjectIdentifier { ObjectIdentifier(type) }
  var name: String { Wording.name(of: type) }

  /// The target that declares it; nil when its name has none, which is possible for Objective-C
  /// names.
  var module: ModuleName? { Wording.target(of: type).map { ModuleName($0) } }
}

extension PageClass: Hashable {
  static func == (lhs: PageClass, rhs: PageClass) -> Bool { lhs.id == rhs.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
