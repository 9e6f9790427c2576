// SPDX-License-Identifier: Apache-2.0

import GantryInterfaces
@testable import GantryRouting
import Testing

/// What code hands over: it isn't `Sendable`.
private final class Draft {
  var text: String
  init(_ text: String) { self.text = text }
}

@RoutePattern("orders/:id/edit")
private struct EditPage {
  typealias Output = Draft
  static let presentation = PagePresentation.sheet
  var id: Int
  var tab: String?
  @NotFromURL var draft: Draft
  @NotFromURL var onSave: @MainActor (Draft) -> Void = { _ in }
}

@RoutePattern("notes/:id")
private struct NotePage {
  typealias Output = String
  var id: Int
  @NotFromURL var draft: Draft?
}

/// Routes with objects that no URL carries.
@MainActor
@Suite struct ObjectRouteTests {
  private let router: Router
  private let draft = Draft("tea")

  init() {
    let edit = RouteDeclaration(
      EditPage.self, name: "Edit/edit", owner: "Edit", RouteOptions(access: .external),
      isAsync: false, declaredAt: "Edit.swift:1")
    let note = RouteDeclaration(
      NotePage.self, name: "Edit/note", owner: "Edit", RouteOptions(access: .external),
      isAsync: false, declaredAt: "Edit.swift:2")
    router = Router(RouteTable([edit, note]), schemes: ["shop"])
    router.attach(
      [
        .main(edit, EditPage.self) { page in
          page.onSave(page.draft)
          return page.draft
        },
        .main(note, NotePage.self) { page in page.draft?.text ?? "note \(page.id)" },
      ], owner: "Edit")
  }

  @Test func `the handler gets the objects that the caller hands over`() throws {
    var saved: Draft?
    let page = EditPage(id: 7, draft: draft, onSave: { saved = $0 })
    #expect(try router.callNow(page) === draft)
    #expect(saved === draft)
    #expect(try router.callNow(NotePage(id: 7, draft: draft)) == "tea")
  }

  @Test func `a navigator's request has the path without the objects, and calls with them`()
    async throws
  {
    let request = PageRequest(.object(ObjectPage(EditPage(id: 7, tab: "a", draft: draft))))
    #expect(request.text == "/orders/7/edit?tab=a")
    #expect(!request.isLink)
    let answer = try await router.answer(request)
    #expect(answer.output as? Draft === draft)
    #expect(answer.presentation == .sheet)
    #expect(answer.path == "/orders/7/edit?tab=a")
  }

  @Test func `an interceptor sees the path, and lets the objects through`() async throws {
    try router.intercept("Check", paths: ["orders/:id/edit"]) { request in
      "\(request.path)" == "/orders/7/edit" ? .allow : .veto("\(request.path)")
    }
    let request = PageRequest(.object(ObjectPage(EditPage(id: 7, draft: draft))))
    #expect(try await router.answer(request).output as? Draft === draft)
  }

  @Test func `no URL reaches a route that needs an object`() async throws {
    let error = RouteError.notFromURL(object: "draft", route: "Edit/edit")
    #expect(throws: error) { try router.callNow("orders/7/edit", as: Draft.self) }
    await #expect(throws: error) {
      try await router.answer(PageRequest(.request("orders/7/edit")))
    }
    #expect(!router.canOpen("shop://orders/7/edit"))
  }

  @Test func `a URL reaches a route whose objects have defaults`() throws {
    #expect(try router.callNow("notes/7", as: String.self) == "note 7")
    #expect(try router.openNow("shop://notes/8", as: String.self) == "note 8")
    #expect(router.canOpen("shop://notes/7"))
  }

  @Test func `a route that no module handles is an error`() throws {
    let router = Router(RouteTable([]))
    #expect(throws: RouteError.unhandled(type: "EditPage", pattern: "orders/:id/edit")) {
      try router.callNow(EditPage(id: 7, draft: draft))
    }
  }
}
