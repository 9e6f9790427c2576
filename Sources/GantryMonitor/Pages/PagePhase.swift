// SPDX-License-Identifier: Apache-2.0

/// A phase in a page's life that a ``PageHost`` calls.
public enum PagePhase: String, Sendable, Hashable, Codable, CaseIterable {
  /// A view controller creates its view; a ``Page`` has no such phase.
  case loadView
  /// The page loads its content.
  case load
  /// The page is about to become visible.
  case willAppear
  /// A view controller is in place and about to become visible; a ``Page`` has no such phase.
  case isAppearing
  /// The page has become visible.
  case didAppear
  /// The page is about to be hidden.
  case willDisappear
  /// The page has been hidden.
  case didDisappear
}

extension PagePhase {
  /// The position in a page's life.
  var order: Int {
    switch self {
    case .loadView: 0
    case .load: 1
    case .willAppear: 2
    case .isAppearing: 3
    case .didAppear: 4
    case .willDisappear: 5
    case .didDisappear: 6
    }
  }

  @inlinable
  func run<P: Page>(_ page: P, _ context: borrowing PageContext) throws {
    switch self {
    case .loadView, .isAppearing: break
    case .load: try page.load(context)
    case .willAppear: try page.willAppear(context)
    case .didAppear: try page.didAppear(context)
    case .willDisappear: try page.willDisappear(context)
    case .didDisappear: try page.didDisappear(context)
    }
  }

  @inlinable
  func run<P: AsyncPage>(_ page: P, _ context: borrowing PageContext) async throws {
    switch self {
    case .loadView, .isAppearing: break
    case .load: try await page.load(context)
    case .willAppear: try await page.willAppear(context)
    case .didAppear: try await page.didAppear(context)
    case .willDisappear: try await page.willDisappear(context)
    case .didDisappear: try await page.didDisappear(context)
    }
  }
}
