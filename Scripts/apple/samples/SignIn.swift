// SPDX-License-Identifier: Apache-2.0

// A sign-in page that comes before each link from outside.

import Gantry
import GantryApple
import UIKit

// region: module
@Module
@MainActor
final class AccountModule {
  private var customer: String?

  @Intercept(priority: .high, asksPerson: true)  // no paths: asked about each call of a route
  func signIn(_ request: RouteRequest) async -> RouteDecision {
    guard customer == nil, request.origin == .external else { return .allow }
    guard let id = request.scene, let scene = UIApplication.shared.scene(id) as? UIWindowScene,
      let root = scene.keyWindow?.rootViewController
    else { return .veto("no window shows the sign-in page") }
    customer = await SignInController.customer(over: root)
    return customer == nil ? .veto("sign in first") : .allow  // the link's page follows
  }
}
// endregion

// region: page
final class SignInController: UIViewController {
  private var end: CheckedContinuation<String?, Never>?

  /// Shows the page, and returns the name of a customer, or nil for Cancel.
  static func customer(over root: UIViewController) async -> String? {
    let page = SignInController()
    page.modalPresentationStyle = .fullScreen  // can't be swiped away, so a button ends it
    var top = root
    while let next = top.presentedViewController { top = next }
    return await withCheckedContinuation { end in
      page.end = end
      top.present(page, animated: true)
    }
  }

  /// Called by the buttons, with nil for Cancel.
  func finish(_ customer: String?) {
    end?.resume(returning: customer)
    end = nil
    presentingViewController?.dismiss(animated: true)
  }
}
// endregion
