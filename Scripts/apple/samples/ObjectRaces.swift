// SPDX-License-Identifier: Apache-2.0

// What only a whole compilation finds: each line that is marked must be refused.

import Gantry

final class Draft {}

@RoutePattern("orders/:id/edit")
struct EditPage {
  typealias Output = Int
  var id: Int
  @NotFromURL var draft: Draft
}

actor Elsewhere {
  let draft = Draft()

  func show(_ navigator: any Navigator) async throws {
    try await navigator.show(EditPage(id: 7, draft: draft))  // refused
    try await navigator.show(EditPage(id: 7, draft: Draft()))
  }
}
