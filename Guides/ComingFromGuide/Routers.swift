// SPDX-License-Identifier: Apache-2.0

import Gantry

// region: interface
struct Screen: Sendable { let title: String }

/// In a small package that the callers import, where it is public.
@RoutePattern("orders/:id")
struct OrderScreen {
  typealias Output = Screen
  var id: Int
}
// endregion

// region: module
@Module
@MainActor
final class OrderPagesModule {
  @Route(access: .external) func order(_ route: OrderScreen) -> Screen {
    Screen(title: "order \(route.id)")
  }
}
// endregion

@MainActor
func callRoutes(of application: Application) async throws {
  let router = application.router
  // region: calls
  let typed = try await router.call(OrderScreen(id: 7))  // from another module
  let opened = try await router.open("shop://orders/8", as: Screen.self)  // from outside
  // endregion
  print(typed.title, opened.title)

  // region: between
  try router.intercept("SignIn", paths: ["orders/:id"]) { request in
    request.origin == .external ? .veto("sign in first") : .allow
  }
  router.notFound { request in Screen(title: "nothing at \(request.path)") }
  // endregion
  print(try await router.call("no/such/page", as: Screen.self).title)
}

final class Draft {
  var text = ""
}

// region: objects
@RoutePattern("orders/:id/edit")
struct EditScreen {
  typealias Output = Screen
  var id: Int
  @NotFromURL var draft: Draft  // withUserInfo:
  @NotFromURL var onSave: @MainActor (Draft) -> Void = { _ in }  // completion:
}
// endregion

@Module
@MainActor
final class EditScreensModule {
  @Route func edit(_ route: EditScreen) -> Screen {
    route.onSave(route.draft)
    return Screen(title: "edit \(route.draft.text)")
  }
}

@MainActor
func edit(_ draft: Draft, with navigator: any Navigator) async throws {
  // region: hand-over
  try await navigator.show(EditScreen(id: 7, draft: draft, onSave: { print("saved \($0.text)") }))
  // endregion
}
