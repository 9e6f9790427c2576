// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A part of a page's life that a ``PageHost`` calls.
public enum PagePhase: String, Sendable, Hashable, Codable, CaseIterable {
  /// The page gets its content.
  case load
  /// The page is about to be seen.
  case willAppear
  /// The page is seen.
  case didAppear
  /// The page is about to be hidden.
  case willDisappear
  /// The page is hidden.
  case didDisappear
}

extension PagePhase {
  /// The place in a page's life.
  var order: Int {
    switch self {
    case .load: 0
    case .willAppear: 1
    case .didAppear: 2
    case .willDisappear: 3
    case .didDisappear: 4
    }
  }

  @inlinable
  func run<P: Page>(_ page: P, _ context: borrowing PageContext) throws {
    switch self {
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
    case .load: try await page.load(context)
    case .willAppear: try await page.willAppear(context)
    case .didAppear: try await page.didAppear(context)
    case .willDisappear: try await page.willDisappear(context)
    case .didDisappear: try await page.didDisappear(context)
    }
  }
}
