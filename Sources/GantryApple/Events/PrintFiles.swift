// SPDX-License-Identifier: Apache-2.0

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import Foundation
  public import GantryCore

  /// Asks modules to print files that a person chose in the Finder, or that a script names.
  ///
  /// Every module is asked, and prints its own files. A module that is done at once returns the
  /// outcome, or nil if none of the files is its own. A module that needs time, for example to show
  /// a panel, calls `reply.expect` in its handler and `reply.answer` later, each with its own name.
  /// Only modules on the main actor can read the settings.
  @MainActor
  public struct PrintFiles: LifecycleEvent {
    /// The outcome of printing files.
    public enum Outcome: Sendable, Hashable {
      /// The files were printed.
      case printed
      /// The person cancelled.
      case cancelled
      /// The files could not be printed.
      case failed
    }

    /// The files.
    public let files: [URL]
    /// The settings to print with, for `NSPrintInfo`; empty if there are none.
    public let settings: [NSPrintInfo.AttributeKey: Any]
    /// Whether to show the print panels.
    public let showsPanels: Bool
    /// The reply, for modules that need time to answer.
    public let reply: Reply<Outcome?>

    /// Creates the event.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - settings: The settings to print with; empty if there are none.
    ///   - showsPanels: Whether to show the print panels.
    ///   - reply: The reply, for modules that need time to answer.
    public init(
      files: [URL], settings: [NSPrintInfo.AttributeKey: Any] = [:], showsPanels: Bool,
      reply: Reply<Outcome?>
    ) {
      self.files = files
      self.settings = settings
      self.showsPanels = showsPanels
      self.reply = reply
    }

    /// The first answer that is not nil.
    public nonisolated static var merge: MergeRule<Outcome?> { .first() }

    /// Held for modules that are still launching.
    public nonisolated static var whileLaunching: LaunchingPolicy { .hold }
  }
#endif
