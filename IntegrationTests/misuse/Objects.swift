// SPDX-License-Identifier: Apache-2.0

import Gantry

// Routes with objects that no URL carries.

final class Draft {}
struct Layout: Sendable {}

@RoutePattern("orders/:id/edit")
struct EditPage {
  typealias Output = Int
  var id: Int
  @NotFromURL var draft: Draft
}

@RoutePattern("orders/:id/print")
struct PrintPage {
  var id: Int
  var layout: Layout  // error: mark the property @NotFromURL if code hands it over
}

@MainActor
@Module
final class EditPages {
  @Route func edit(_ page: EditPage) -> Int { page.id }
}

@Module
final class BackgroundPages {
  @Route func edit(_ page: EditPage) -> Int { page.id }  // error: needs a synchronous @MainActor
}

func called(_ router: Router) async throws {
  _ = try await router.call(EditPage(id: 7, draft: Draft()))  // error: stays on the main actor
}

@MainActor
func linked(_ page: EditPage) throws {
  _ = try page.path()  // error: no URL carries a route with @NotFromURL
}

struct Sent: Event {
  var page: EditPage  // error: has non-Sendable type 'EditPage'
}

@NotFromURL let loose = 3  // error: @NotFromURL belongs on a stored property
