// SPDX-License-Identifier: Apache-2.0

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  internal import Foundation
  public import GantryCore

  /// The items that modules add to the app's menu in the Dock.
  public struct DockMenuItems: LifecycleEvent {
    /// Creates the event.
    public init() {}

    /// The items of all modules, module by module.
    public static var merge: MergeRule<[NSMenuItem]> { .concatenation }
  }

  extension AppHost {
    /// A menu with the items of all modules; nil if there are none.
    func dockMenu() -> NSMenu? {
      let items = events.send(DockMenuItems())
      guard !items.isEmpty else { return nil }
      let menu = NSMenu(title: "")
      for item in items { menu.addItem(item) }
      return menu
    }
  }

  /// Asks which objects of the interface restore an activity that a module continues.
  public struct RestorableObjects: LifecycleEvent {
    /// The activity.
    public let activity: UserActivity

    /// Creates the event.
    ///
    /// - Parameter activity: The activity.
    public init(activity: UserActivity) {
      self.activity = activity
    }

    /// The objects of all modules.
    public static var merge: MergeRule<[NSResponder]> { .concatenation }
  }

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

  /// The arguments of the system's request to print.
  struct PrintJob {
    var paths: [String]
    var settings: [NSPrintInfo.AttributeKey: Any]
    var showsPanels: Bool
  }

  extension AppHost {
    /// Asks modules to print, and answers the system at once or, through the handler, later.
    func printFiles(
      _ job: PrintJob, orLater handler: @escaping @MainActor (PrintFiles.Outcome?) -> Void
    ) -> NSApplication.PrintReply {
      // A person may take a long time with a panel, so a reply's usual deadline would be too short.
      let (answer, _) = begin(
        within: .seconds(86_400),
        {
          PrintFiles(
            files: job.paths.map { URL(fileURLWithPath: $0) }, settings: job.settings,
            showsPanels: job.showsPanels, reply: $0)
        }, orLater: handler)
      return answer.map { NSApplication.PrintReply($0) } ?? .printingReplyLater
    }
  }

  extension NSApplication.PrintReply {
    /// The answer for an outcome; it is a failure if no module has printed.
    init(_ outcome: PrintFiles.Outcome?) {
      self =
        switch outcome {
        case .printed: .printingSuccess
        case .cancelled: .printingCancelled
        case .failed, nil: .printingFailure
        }
    }
  }

  extension NSApplication.DelegateReply {
    /// The same, for an answer that comes later.
    init(_ outcome: PrintFiles.Outcome?) {
      self =
        switch outcome {
        case .printed: .success
        case .cancelled: .cancel
        case .failed, nil: .failure
        }
    }
  }
#endif
