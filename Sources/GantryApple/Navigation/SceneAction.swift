// SPDX-License-Identifier: Apache-2.0

/// A step that brings a page on screen.
package enum SceneAction: Equatable, Sendable {
  /// Decide again when this has changed.
  case wait(Reason)
  case fail(Failure)
  /// The page is already on top.
  case stay
  /// Dismiss everything that covers a level.
  case dismiss(above: Int)
  case select(tab: Int, in: Container)
  /// Let a controller load its view, since it may fill its stack then.
  case load(Container)
  case push(onto: Container)
  /// Show the page as the detail of a split view, in a new stack if the detail has none.
  case showDetail(in: Container)
  /// Cover a level with the page.
  case present(over: Int, Style, inStack: Bool)
  /// Replace the root of the window.
  case setRoot(inStack: Bool)

  package enum Reason: Equatable, Sendable { case window, stack, alert, motion }
  package enum Failure: Equatable, Sendable { case sceneGone, noTab(String, known: [String]) }
  package enum Style: Equatable, Sendable { case sheet, fullScreen }

  /// A container of a scene: its level, counted from the root, and the way inside the level.
  package struct Container: Equatable, Sendable {
    package enum Step: Equatable, Sendable { case tab(Int), primary, detail }

    package var level: Int
    package var steps: [Step]

    package init(_ level: Int, _ steps: [Step] = []) { (self.level, self.steps) = (level, steps) }

    func appending(_ step: Step) -> Container { Container(level, steps + [step]) }
  }
}
