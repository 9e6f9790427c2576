// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// A phase of a page in a chain of calls.
package struct PageCall: Sendable, Hashable {
  let page: PageClass
  /// The phase that was called.
  package let phase: PagePhase

  init(_ page: PageClass, _ phase: PagePhase) {
    self.page = page
    self.phase = phase
  }

  /// The name of the page's dynamic type, with its module.
  package var pageName: String { page.name }
}

extension PageCall: CustomStringConvertible {
  /// The page and the phase: `Shop.OrdersPage.load`.
  package var description: String { "\(pageName).\(phase.rawValue)" }
}
