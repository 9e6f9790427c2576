// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How long the pages and functions of an app took: plain data that can be stored and held to budgets.
public struct PageReport: Sendable, Hashable, Codable {
  /// The version of the encoded form that this library writes.
  public static let currentSchemaVersion = 1

  /// The version of the encoded form.
  public let schemaVersion: Int
  /// The phases that were called, by page name and in the order of a page's life.
  public let pages: [PageSummary]
  /// The functions that are marked ``Timed()``, by name; empty when the statistics are of pages only.
  public let functions: [FunctionSummary]

  init(pages: [PageSummary], functions: [FunctionSummary] = []) {
    self.functions = functions
    schemaVersion = Self.currentSchemaVersion
    self.pages = pages.sorted {
      ($0.pageName, $0.phase.order) < ($1.pageName, $1.phase.order)
    }
  }

  /// Finds a phase of a page.
  ///
  /// - Parameters:
  ///   - page: The page's class; its subclasses have summaries of their own.
  ///   - phase: The phase that was called.
  /// - Returns: Nil when it was never called.
  /// - Complexity: O(n).
  public func summary(of page: AnyClass, _ phase: PagePhase) -> PageSummary? {
    let name = PageClass(page).name
    return pages.first { $0.pageName == name && $0.phase == phase }
  }
}
