// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import Testing

@MainActor
@Suite struct NavigatorTests {
  final class Recorder: Navigator {
    var shown: [PageRequest] = []
    var begun: [PageRequest] = []
    func show(_ page: PageRequest) async throws(NavigationError) { shown.append(page) }
    func beginShowing(_ page: PageRequest) { begun.append(page) }
  }

  let navigator = Recorder()
  let url = URL(string: "bazaar://orders/7")!

  @Test func `calls that wait are shown, with their presentation and scene`() async throws {
    try await navigator.show(OrderPage(id: 7, tab: .open), as: .sheet, in: "main")
    try await navigator.show(RouteRequest("orders/7", in: "side"))
    try await navigator.open(url, as: .tab("orders"))
    #expect(navigator.shown.map(\.text) == ["/orders/7?tab=open", "orders/7", "bazaar://orders/7"])
    #expect(navigator.shown.map(\.presentation) == [.sheet, nil, .tab("orders")])
    #expect(navigator.shown.map(\.scene) == ["main", "side", nil])
    #expect(navigator.begun.isEmpty)
  }

  @Test func `calls without await begin`() {
    navigator.beginShowing(OrderPage(id: 7), in: "main")
    navigator.beginShowing("orders/7", as: .root)
    navigator.beginOpening(url)
    #expect(navigator.begun.map(\.text) == ["/orders/7", "orders/7", "bazaar://orders/7"])
    #expect(navigator.begun.map(\.presentation) == [nil, .root, nil])
    #expect(navigator.begun.map(\.scene) == ["main", nil, nil])
    #expect(navigator.shown.isEmpty)
  }

  @Test(arguments: [
    (NavigationError.route(.gone(path: "/old")), "\(RouteError.gone(path: "/old"))"),
    (
      .notAPage(route: "orders/total", output: "Int"),
      "orders/total returns Int, which can't be shown. Return a view controller or a view, or call "
        + "it with the router."
    ),
    (.noTab("cart", known: []), "The scene has no tab cart. None of its tabs has a name."),
    (.noTab("cart", known: ["a", "b"]), "The scene has no tab cart. It has a, b."),
    (.sceneGone("main"), "The scene main has disconnected."),
    (
      .interrupted(route: "orders/show"),
      "The page of orders/show is not on screen: the screen changed each time as it was about to be "
        + "shown."
    ),
    (
      .alreadyShown(route: "orders/show"),
      """
      The page of orders/show is already shown elsewhere. Return a new view controller from each call of \
      the route.
      """
    ),
    (
      .cancelled(route: "orders/show"),
      "The call that shows the page of orders/show was cancelled."
    ),
    (
      .noScreen,
      "This process shows no pages. Make an AppHost on a system with UIKit, or provide a Navigator "
        + "of your own."
    ),
  ])
  func `an error says what is wrong and what to do`(error: NavigationError, text: String) {
    #expect("\(error)" == text)
  }
}
