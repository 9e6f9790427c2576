// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryApple
import UIKit

// region: route
@Module
@MainActor
final class ReviewPages {
  @Route("reviews/:id", access: .external, shown: .sheet)
  func review(id: Int) async throws -> UIViewController {
    ReviewController.showing(try await Reviews.load(id))
  }
}
// endregion

enum Reviews {
  static func load(_ id: Int) async throws -> String { "Review \(id)" }
}

final class ReviewController: UIViewController {
  static func showing(_ review: String) -> ReviewController {
    let controller = ReviewController()
    controller.title = review
    return controller
  }
}

// region: code
final class CheckoutController: UIViewController {
  var navigator: (any Navigator)?

  func showReview() {
    navigator?.from(self).beginShowing("reviews/7")  // in this window
  }

  func finish(_ link: URL) async {
    do {
      try await navigator?.show("orders/1", as: .tab("orders"))
      try await navigator?.open(link)  // on screen now
    } catch {
      title = "\(error)"
    }
  }
}
// endregion

// region: hooks
final class ShopDelegate: ModularAppDelegate {
  override func failedToShow(_ page: PageRequest, because error: NavigationError) {
    if case .route(.vetoed) = error { return }  // a person has canceled
    print("\(page.text ?? "a page") was not shown: \(error)")  // or an alert
  }

  override func show(
    _ controller: UIViewController, for page: PageRequest, in scene: UIWindowScene
  ) -> Bool {
    guard let root = scene.keyWindow?.rootViewController as? ShopController else { return false }
    root.slideIn(controller)
    return true
  }
}
// endregion

final class ShopController: UIViewController {
  func slideIn(_ controller: UIViewController) {}
}
