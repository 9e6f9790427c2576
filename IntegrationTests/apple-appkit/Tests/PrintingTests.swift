// SPDX-License-Identifier: Apache-2.0

import AppKit
import Foundation
import Gantry
@testable import GantryApple
import Synchronization
import Testing

typealias PrintAnswer = NSApplication.PrintReply

extension DesktopTests {
  /// Files that the system asks the app to print.
  @MainActor
  @Suite(.serialized) struct Printing {
    final class PlainDelegate: NSResponder, NSApplicationDelegate {}
    final class OwnDelegate: NSResponder, NSApplicationDelegate {}

    let system = NSApplication()
    let copies = NSPrintInfo.AttributeKey(rawValue: "NSCopies")
    static let name = "application:printFiles:withSettings:showPrintPanels:"

    private func prints(_ delegate: ModularAppDelegate) -> PrintAnswer {
      delegate.application(
        system, printFiles: ["/tea.txt", "/cake.txt"], withSettings: [copies: 2],
        showPrintPanels: true)
    }

    @Test func `the system prints with the app while a module hears of it`() async {
      // The compiler declares it where Objective-C is.
      Classes.declare([Self.name], of: ModularAppDelegate.self)
      let delegate = TestDelegate()
      system.delegate = delegate
      system.launch()
      await delegate.host.idle()
      #expect(!system.knows(Self.name))
      let token = delegate.host.application.events.hear(PrintFiles.self)
      delegate.host.refresh()
      #expect(system.knows(Self.name))
      token.cancel()
      delegate.host.refresh()
      #expect(!system.knows(Self.name))
    }

    @Test(
      arguments: [
        (.printed, .printingSuccess, .success), (.cancelled, .printingCancelled, .cancel),
        (.failed, .printingFailure, .failure), (nil, .printingFailure, .failure),
      ] as [(PrintFiles.Outcome?, PrintAnswer, NSApplication.DelegateReply)])
    func `a module prints at once, or answers once when its panel is closed`(
      outcome: PrintFiles.Outcome?, atOnce: PrintAnswer, later: NSApplication.DelegateReply
    ) async {
      let delegate = TestDelegate()
      let events = delegate.host.application.events
      var job: PrintFiles?
      let prints = events.answer(PrintFiles.self) { event in
        job = event
        return outcome
      }
      #expect(self.prints(delegate) == atOnce)
      #expect(job?.files.map(\.path) == ["/tea.txt", "/cake.txt"])
      #expect(job?.settings[copies] as? Int == 2)
      #expect(job?.showsPanels == true)
      prints.cancel()
      let asks = events.hear(PrintFiles.self, as: "Editor") { event in
        event.reply.expect("Editor")
        job = event
      }
      #expect(self.prints(delegate) == .printingReplyLater)
      #expect(system.printed == [])
      for _ in 0..<2 { job?.reply.answer(outcome, from: "Editor") }
      await waits { !system.printed.isEmpty }
      #expect(system.printed == [later])
      asks.cancel()
    }

    /// The answer of the delegate's own method.
    private static let own = Mutex(PrintAnswer.printingSuccess)
    private static let printsItself: @convention(c) (UInt, UInt, UInt, UInt, UInt, UInt) -> UInt = {
      _, _, _, _, _, _ in own.withLock(\.rawValue)
    }

    private func messages(to delegate: NSResponder) -> (Messages, [UInt]) {
      let messages = Messages(delegate)
      let words = [
        messages.word(system), messages.word(["/tea.txt"]), messages.word(["NSCopies": 2]),
        // Only the last byte of the word is the argument's.
        0x7000,
      ]
      return (messages, words)
    }

    @Test func `a delegate without the method prints by modules`() async throws {
      let host = AppHost(Application(modules: []), options: AppHostOptions(launch: .concurrent))
      let delegate = PlainDelegate()
      var job: PrintFiles?
      let token = host.application.events.answer(PrintFiles.self) { event in
        job = event
        return .printed
      }
      let attachment = try host.attach(to: delegate)
      #expect(attachment.methods == [.printFiles])
      let (messages, words) = messages(to: delegate)
      #expect(messages.send(.printFiles, words) == .word(PrintAnswer.printingSuccess.rawValue))
      #expect(job?.files.map(\.path) == ["/tea.txt"])
      #expect(job?.settings[copies] as? Int == 2)
      #expect(job?.showsPanels == false)
      token.cancel()
      attachment.detach()
      #expect(messages.send(.printFiles, words) == .word(PrintAnswer.printingFailure.rawValue))
    }

    @Test(
      arguments: [
        // The delegate's answer, the modules', the answer to the system, and the reply that follows.
        (.printingSuccess, .cancelled, .printingReplyLater, [.cancel]),
        (.printingSuccess, nil, .printingReplyLater, [.success]),
        (.printingCancelled, nil, .printingReplyLater, [.cancel]),
        (.printingFailure, nil, .printingReplyLater, [.failure]),
        (.printingReplyLater, .printed, .printingReplyLater, []),
      ] as [(PrintAnswer, PrintFiles.Outcome?, PrintAnswer, [NSApplication.DelegateReply])])
    func `modules that take their time and the delegate give one answer`(
      own: PrintAnswer, modules: PrintFiles.Outcome?, answer: PrintAnswer,
      replies: [NSApplication.DelegateReply]
    ) async throws {
      Self.own.withLock { $0 = own }
      let row = try #require(DelegateMethodRow.of(.printFiles))
      let code = unsafeBitCast(Self.printsItself, to: UInt.self)
      let type = Classes.word(of: OwnDelegate.self)
      _ = Classes.add(code, row.selector, encoding: row.encoding, to: type)
      let host = AppHost(Application(modules: []), options: AppHostOptions(launch: .concurrent))
      let delegate = OwnDelegate()
      let late = Mutex<Reply<PrintFiles.Outcome?>?>(nil)
      let asks = host.application.events.hear(PrintFiles.self, as: "Editor") { event in
        event.reply.expect("Editor")
        late.withLock { $0 = event.reply }
      }
      let attachment = try host.attach(to: delegate)
      let (messages, words) = messages(to: delegate)
      #expect(messages.send(.printFiles, words) == .word(answer.rawValue))
      late.withLock(\.self)?.answer(modules, from: "Editor")
      await waits { system.printed.count >= replies.count }
      #expect(system.printed == replies)
      asks.cancel()
      // Modules that print nothing leave the answer to the delegate; those that do give it.
      for outcome in [nil, .cancelled, .printed] as [PrintFiles.Outcome?] {
        let prints = host.application.events.answer(PrintFiles.self) { _ in outcome }
        let expected = outcome.map { PrintAnswer($0) } ?? own
        #expect(messages.send(.printFiles, words) == .word(expected.rawValue))
        prints.cancel()
      }
      attachment.detach()
    }
  }
}
