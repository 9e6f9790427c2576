// SPDX-License-Identifier: Apache-2.0

internal import GantryEvents

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

/// The dynamic type of pages: a timing carries no text, and nothing whose references are counted.
struct PageClass: Sendable {
  let type: AnyClass

  init(_ type: AnyClass) { self.type = type }

  var id: ObjectIdentifier { ObjectIdentifier(type) }
  var name: String { Self.name(of: type) }

  /// The target that it is written in; nil where its name has none, as names of Objective-C may.
  var module: ModuleName? {
    // `Shop.Page`, or `(extension in Shop):Other.Page`.
    let name = String(reflecting: type)
    let inside = "(extension in "
    let rest = name.hasPrefix(inside) ? name.dropFirst(inside.count) : name[...]
    guard let end = rest.firstIndex(where: { ".)<".contains($0) }), rest[end] != "<" else {
      return nil
    }
    return ModuleName(String(rest[..<end]))
  }

  /// The name of a type with its module; for a private type without the part that varies by run.
  static func name(of type: Any.Type) -> String {
    let name = String(reflecting: type)
    guard name.contains("(unknown context at ") else { return name }
    return name.replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: "")
  }
}

extension PageClass: Hashable {
  static func == (lhs: PageClass, rhs: PageClass) -> Bool { lhs.id == rhs.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
