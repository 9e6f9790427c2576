// SPDX-License-Identifier: Apache-2.0

public import GantryInterfaces

/// Something to see: a title, and lines of text.
public struct Screen: Sendable, Hashable {
  /// The title.
  public let title: String
  /// The text, line by line.
  public let lines: [String]

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - lines: The text, line by line.
  public init(_ title: String, _ lines: [String]) {
    self.title = title
    self.lines = lines
  }
}

/// Asks the app to show a screen, with UIKit or SwiftUI; modules need neither.
public struct ShowScreen: Event, Hashable {
  /// The screen.
  public let screen: Screen

  /// Creates the event.
  ///
  /// - Parameter screen: The screen.
  public init(_ screen: Screen) { self.screen = screen }
}

/// Asks which screen a window begins with; the first module that has one decides.
public struct FirstScreen: LifecycleEvent {
  /// Creates the question.
  public init() {}

  /// The first answer that is not nil.
  public static var merge: MergeRule<Screen?> { .first() }
}
