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

/// What a person has written so far. It isn't `Sendable`.
final class Draft {
  var text = ""
}

final class EditController: UIViewController {
  static func showing(
    _ draft: Draft, _ onSave: @escaping @MainActor (Draft) -> Void
  )
    -> EditController
  {
    let controller = EditController()
    controller.title = draft.text
    return controller
  }
}

// region: objects
@RoutePattern("reviews/:id/edit")
struct EditPage {
  typealias Output = UIViewController
  static let presentation = PagePresentation.sheet
  var id: Int
  @NotFromURL var draft: Draft
  @NotFromURL var onSave: @MainActor (Draft) -> Void = { _ in }
}

@Module
@MainActor
final class EditPages {
  @Route func edit(_ page: EditPage) -> UIViewController {
    EditController.showing(page.draft, page.onSave)
  }
}
// endregion

@MainActor
func edit(_ draft: Draft, with navigator: any Navigator) async throws {
  // region: hand-over
  try await navigator.show(EditPage(id: 7, draft: draft, onSave: { print("saved \($0.text)") }))
  // endregion
}
