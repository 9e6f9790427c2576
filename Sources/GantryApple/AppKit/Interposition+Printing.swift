// SPDX-License-Identifier: Apache-2.0

#if canImport(AppKit) && canImport(ObjectiveC) && !targetEnvironment(macCatalyst)
  internal import AppKit
  internal import Foundation
  internal import GantryCore
  internal import GantrySupport

  extension Interposition {
    /// Prints files: an answer of the modules takes precedence over the delegate's.
    @MainActor
    static func ofPrinting(_ host: AppHost) -> Self? {
      typealias Answer = NSApplication.PrintReply
      // The delegate's own answer, for when modules answer later; nil if it has no such method.
      let own = LockedBox<Answer>()
      return make(
        .printFiles, unanswered: .word(Answer.printingFailure.rawValue),
        merge: { modules, given in
          if let answer = Answer(rawValue: given.bits) { own.put(answer) } else { _ = own.take() }
          // No module has printed, so only the delegate's own answer counts.
          return modules.bits == Answer.printingFailure.rawValue ? given : modules
        },
        tell: { [weak host] words in
          guard let host, let system = argument(words, 0, as: NSApplication.self) else {
            return .word(Answer.printingFailure.rawValue)
          }
          _ = own.take()
          let answer = host.printFiles(job(words)) { outcome in
            switch (own.value, outcome) {
            // The delegate replies itself, later.
            case (.printingReplyLater, _): break
            case (let given?, nil): system.reply(toOpenOrPrint: .init(given))
            default: system.reply(toOpenOrPrint: .init(outcome))
            }
          }
          return .word(answer.rawValue)
        })
    }

    private static func job(_ words: [UInt]) -> PrintJob {
      let settings = argument(words, 2, as: [String: Any].self) ?? [:]
      let pairs = settings.map { (NSPrintInfo.AttributeKey(rawValue: $0), $1) }
      return PrintJob(
        paths: argument(words, 1, as: [String].self) ?? [],
        settings: Dictionary(pairs, uniquingKeysWith: { first, _ in first }),
        // Only the lowest byte of the word belongs to the argument.
        showsPanels: words[3] & 0xFF != 0)
    }
  }

  extension NSApplication.DelegateReply {
    /// The deferred form of an immediate answer.
    fileprivate init(_ answer: NSApplication.PrintReply) {
      self =
        switch answer {
        case .printingSuccess: .success
        case .printingCancelled: .cancel
        default: .failure
        }
    }
  }
#endif
