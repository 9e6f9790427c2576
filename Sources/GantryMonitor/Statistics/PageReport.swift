// SPDX-License-Identifier: Apache-2.0

/// The times of an app's pages, as plain data that you can store and check against budgets.
public struct PageReport: Sendable, Hashable, Codable {
  /// The version of the encoded form that this library writes.
  package static let currentSchemaVersion = 1

  /// The version of the encoded form.
  package let schemaVersion: Int
  /// The phases that were called, by page name and in the order of a page's life.
  public let pages: [PageSummary]

  init(pages: [PageSummary]) {
    schemaVersion = Self.currentSchemaVersion
    self.pages = pages.sorted {
      ($0.pageName, $0.phase.order) < ($1.pageName, $1.phase.order)
    }
  }

  /// Finds a phase of a page.
  ///
  /// - Parameters:
  ///   - page: The page's class; its subclasses have their own summaries.
  ///   - phase: The phase that was called.
  /// - Returns: The summary; nil when the phase was never called.
  /// - Complexity: O(n).
  public func summary(of page: AnyClass, _ phase: PagePhase) -> PageSummary? {
    let name = PageClass(page).name
    return pages.first { $0.pageName == name && $0.phase == phase }
  }
}
