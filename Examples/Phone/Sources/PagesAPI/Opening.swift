// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import Gantry

extension EventBus {
  /// Opens a page of the app, as its URL would.
  ///
  /// - Parameter page: The page's path, such as `basket`.
  /// - Returns: Whether the app has shown the page.
  @MainActor
  @discardableResult
  public func open(page: String) -> Bool {
    URL(string: "shop://\(page)").map { send(OpenURL(url: $0)) } ?? false
  }
}
