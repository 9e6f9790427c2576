// SPDX-License-Identifier: Apache-2.0

/// How a page gets on screen.
///
/// The route says it, as `static let presentation` of its type or as `shown:` of `@Route`, and the
/// caller of ``Navigator`` may say otherwise.
@nonexhaustive
public enum PagePresentation: Hashable, Sendable {
  /// On top of the stack that a person sees, or in a new stack over a page without one.
  case push
  /// In a sheet over everything else.
  case sheet
  /// Over the whole screen.
  case fullScreen
  /// In place of everything in the window.
  case root
  /// On top of the stack of a tab, which is selected.
  case tab(String)
}
