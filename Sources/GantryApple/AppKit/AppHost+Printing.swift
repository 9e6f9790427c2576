// SPDX-License-Identifier: Apache-2.0

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  internal import AppKit
  internal import Foundation
  internal import GantryCore

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
