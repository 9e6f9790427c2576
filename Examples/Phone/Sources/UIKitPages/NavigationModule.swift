// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
  public import Gantry
  internal import UIKit

  // region: navigation
  /// Pushes the page of each URL that the app opens.
  @Module
  @MainActor
  public final class NavigationModule {
    @Inject let router: Router
    private let navigation = UINavigationController()

    @Provides var controller: UINavigationController { navigation }

    @On func open(_ event: OpenURL) -> Bool {
      guard
        let page = try? router.openNow(
          RouteRequest(event.url, in: event.scene), as: UIViewController.self)
      else {
        return false
      }
      navigation.pushViewController(page, animated: true)
      return true
    }
  }
// endregion
#endif
