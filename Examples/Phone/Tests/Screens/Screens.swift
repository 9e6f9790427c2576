// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import PhoneModules
import UIKitStandIn

/// Draws the pages of the app: `Screens shop://catalog tea Buy`.
///
/// Each argument is a URL to open, or the title of a button to tap on the page on top. It has to push a page.
@main
@MainActor
struct Screens {
  let navigator = StackNavigator()

  static func main() async {
    do {
      try await Screens().draw(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("Screens: \(error)\n".utf8))
      exit(1)
    }
  }

  private func draw(_ steps: [String]) async throws {
    let application = Modules.makeApplication { $0.provide(navigator, as: (any Navigator).self) }
    navigator.router = application.router
    _ = try await application.start()
    let navigation = navigator.stack
    for (index, step) in steps.enumerated() {
      if step.contains("://") { try await open(step) } else { try tap(step, on: navigation) }
      for _ in 0..<100_000 where navigation.viewControllers.count == index { await Task.yield() }
      guard navigation.viewControllers.count == index + 1 else { throw Problem.noPage(step: step) }
    }
    let screens = zip(steps, navigation.viewControllers).enumerated().map { index, screen in
      Screen(
        caption: screen.0.contains("://") ? screen.0 : "tap \(screen.0)", title: screen.1.title,
        canGoBack: index > 0, view: screen.1.view)
    }
    print(try Drawing(screens: screens).svg())
    await application.stop()
  }

  private func open(_ text: String) async throws {
    guard let url = URL(string: text) else { throw Problem.noPage(step: text) }
    try await navigator.open(url)
  }

  private func tap(_ title: String, on navigation: UINavigationController) throws {
    let page = navigation.viewControllers.last
    let views = (page?.view as? UIStackView)?.arrangedSubviews ?? []
    let buttons = views.compactMap { $0 as? UIButton }
    guard let button = buttons.first(where: { $0.action?.title == title }) else {
      throw Problem.noButton(
        title: title, page: page?.title, titles: buttons.compactMap(\.action?.title))
    }
    button.tap()
  }
}

/// A reason why there is no picture.
enum Problem: Error, CustomStringConvertible {
  case noPage(step: String)
  case noButton(title: String, page: String?, titles: [String])
  case unknown(view: String)

  var description: String {
    switch self {
    case .noPage(let step): "'\(step)' pushed no page"
    case .noButton(let title, let page, let titles):
      "the page '\(page ?? "")' has no button '\(title)', only: \(titles.joined(separator: ", "))"
    case .unknown(let view): "no way to draw a \(view) is known; add it to Drawing.swift"
    }
  }
}
