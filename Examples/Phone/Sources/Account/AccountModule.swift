// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
  public import Gantry
  internal import ShopKit
  internal import UIKit

  // region: sign-in
  /// Asks the person to sign in before an order is shown.
  @Module
  @MainActor
  public final class AccountModule {
    @Inject let navigator: any Navigator
    private var customer: String?

    /// A link to an order goes on once the person has signed in.
    @Intercept("orders/:id", asksPerson: true)
    func check(_ request: RouteRequest) async -> RouteDecision {
      if customer == nil { customer = await signIn(in: request.scene) }
      return customer == nil ? .veto("sign in first") : .allow
    }

    @Route func page(_ page: SignInPage) -> UIViewController {
      let controller = PageController.showing("Sign in", ["Orders are for customers."])
      controller.onClose = { page.onEnd(nil) }
      controller.buttons = ["Ann", nil].map { name in
        UIAction(title: name.map { "I am \($0)" } ?? "Cancel") { [weak controller] _ in
          page.onEnd(name)
          controller?.dismiss(animated: true, completion: nil)
        }
      }
      return controller
    }

    /// Shows the page, and returns the name of the customer; nil if the person closes it.
    private func signIn(in scene: SceneID?) async -> String? {
      let (names, answer) = AsyncStream.makeStream(of: String?.self)
      do {
        try await navigator.show(SignInPage { answer.yield($0) }, in: scene)
      } catch {
        return nil
      }
      for await name in names { return name }
      return nil
    }
  }

  /// The page on which a person signs in. No URL reaches it, because it needs a closure.
  @RoutePattern("sign-in")
  struct SignInPage {
    typealias Output = UIViewController
    static let presentation = PagePresentation.sheet
    @NotFromURL var onEnd: @MainActor (String?) -> Void
  }
// endregion
#endif
