// SPDX-License-Identifier: Apache-2.0

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  internal import Foundation
  public import Gantry

  /// The items that modules add to the app's menu in the Dock.
  public struct DockMenuItems: LifecycleEvent {
    /// Makes the event.
    public init() {}

    /// The items of all modules, in their order.
    public static var merge: MergeRule<[NSMenuItem]> { .concatenation }
  }

  extension AppHost {
    /// A menu of the items of all modules; nil where there are none.
    func dockMenu() -> NSMenu? {
      let items = events.send(DockMenuItems())
      guard !items.isEmpty else { return nil }
      let menu = NSMenu(title: "")
      for item in items { menu.addItem(item) }
      return menu
    }
  }

  /// Which objects of the interface are to take up an activity that a module continues.
  public struct RestorableObjects: LifecycleEvent {
    /// The activity.
    public let activity: UserActivity

    /// Makes the event.
    ///
    /// - Parameter activity: The activity.
    public init(activity: UserActivity) {
      self.activity = activity
    }

    /// The objects of all modules.
    public static var merge: MergeRule<[NSResponder]> { .concatenation }
  }

  /// Files are to be printed: people chose *Print* for them in the Finder, or a script names them.
  ///
  /// Every module is asked, and prints the files that are its own. A module that knows at once returns the
  /// outcome, nil where none of the files is its own. One that needs time, for example for a panel, calls
  /// `reply.expect` while it hears the event, and `reply.answer` later, both with its own name. Only a
  /// module on the main actor reads the settings.
  @MainActor
  public struct PrintFiles: LifecycleEvent {
    /// How files were printed.
    public enum Outcome: Sendable, Hashable {
      /// They were printed.
      case printed
      /// People decided not to print.
      case cancelled
      /// They could not be printed.
      case failed
    }

    /// The files.
    public let files: [URL]
    /// The settings to print with, for `NSPrintInfo`; empty where there are none.
    public let settings: [NSPrintInfo.AttributeKey: Any]
    /// Whether people are to see the panels for printing.
    public let showsPanels: Bool
    /// Where a module that needs time answers.
    public let reply: Reply<Outcome?>

    /// Makes the event.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - settings: The settings to print with; empty where there are none.
    ///   - showsPanels: Whether people are to see the panels for printing.
    ///   - reply: Where a module that needs time answers.
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

    /// Kept for a module that is still launching.
    public nonisolated static var whileLaunching: LaunchingPolicy { .hold }
  }

  /// The arguments of the system's request to print.
  struct PrintJob {
    var paths: [String]
    var settings: [NSPrintInfo.AttributeKey: Any]
    var showsPanels: Bool
  }

  extension AppHost {
    /// Has modules print, and gives the answer to the system: now, or later by the handler.
    func printFiles(
      _ job: PrintJob, orLater handler: @escaping @MainActor (PrintFiles.Outcome?) -> Void
    ) -> NSApplication.PrintReply {
      // People may take their time with a panel: a reply's usual deadline would end the wait for them.
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
    /// The answer for an outcome; files that no module has printed are a failure.
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
