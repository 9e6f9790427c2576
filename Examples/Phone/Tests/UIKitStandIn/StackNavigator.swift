// SPDX-License-Identifier: Apache-2.0

package import Gantry

/// Pushes each page onto one stack at once, without a screen. On iOS, the host shows the pages.
@MainActor
package final class StackNavigator: Navigator {
  package let stack = UINavigationController()
  /// The application's router, which exists after the navigator.
  package weak var router: Router?

  package init() {}

  package func show(_ page: PageRequest) async throws(NavigationError) { try push(page) }

  package func beginShowing(_ page: PageRequest) { try? push(page) }

  private func push(_ page: PageRequest) throws(NavigationError) {
    guard let router else { throw .noScreen }
    do throws(RouteError) {
      let controller: UIViewController
      switch page.target {
      case .request(let request): controller = try router.callNow(request)
      case .url(let url): controller = try router.openNow(RouteRequest(url))
      default: return
      }
      stack.pushViewController(controller, animated: false)
    } catch {
      throw .route(error)
    }
  }
}
