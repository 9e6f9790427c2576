// SPDX-License-Identifier: Apache-2.0

import AppKit
import CloudKit
import Foundation
import Gantry
@testable import GantryApple
import Intents
import Synchronization
import Testing

extension DesktopTests {
  /// A host that is attached to delegates of classes that are not the library's.
  @MainActor
  @Suite(.serialized) struct Attached {
    final class PlainDelegate: NSResponder, NSApplicationDelegate {}
    final class OwnDelegate: NSResponder, NSApplicationDelegate {}

    let host = AppHost(Application(modules: []), options: AppHostOptions(launch: .concurrent))
    let sent = SentEvents()
    let system = NSApplication()
    private let token: EventSubscription
    var events: EventBus { host.application.events }

    init() {
      token = host.application.events.observeAll { [sent] in sent.add($0) }
    }

    private func hearAll() -> [EventSubscription] {
      [
        events.hear(OpenURL.self), events.hear(ShouldTerminate.self),
        events.hear(ShouldOpenUntitledFile.self), events.hear(OpenUntitledFile.self),
        events.hear(ShouldTerminateAfterLastWindow.self), events.hear(ShouldReopen.self),
        events.hear(DockMenuItems.self), events.hear(WillPresentError.self),
        events.hear(PrintFiles.self),
        events.hear(DidRegisterForRemoteNotifications.self),
        events.hear(DidFailToRegisterForRemoteNotifications.self),
        events.hear(DidReceiveRemoteNotification.self), events.hear(EncodeState.self),
        events.hear(DecodeState.self), events.hear(HandlerForIntent.self),
        events.hear(WillContinueActivity.self), events.hear(ContinueActivity.self),
        events.hear(DidFailToContinueActivity.self), events.hear(DidUpdateActivity.self),
        events.hear(AcceptShare.self), events.hear(ShouldLocalizeKeyCommands.self),
      ]
    }

    @Test(.tags(.b13, .b14))
    func `a host takes part in every method that becomes an event, and is detached from it`() throws
    {
      let tokens = hearAll()
      let delegate = PlainDelegate()
      let attachment = try host.attach(to: delegate)
      #expect(try host.attach(to: delegate) === attachment)
      let expected = DelegateMethodRow.all(of: .appKit).filter {
        $0.rule == .handled && $0.owner == .app
      }
      #expect(Set(attachment.methods) == Set(expected.map(\.method)))
      let messages = Messages(delegate)
      for isAttached in [true, false] {
        for method in attachment.methods { #expect(messages.send(method, [0, 0, 0, 0]) != nil) }
        #expect(
          messages.send(.shouldTerminate, [messages.word(system)])
            == .word(NSApplication.TerminateReply.terminateNow.rawValue))
        #expect(
          messages.send(.shouldTerminateAfterLastWindow, [0]) == .bool(isAttached))
        attachment.detach()
      }
      tokens.forEach { $0.cancel() }
    }

    @Test func `modules hear the methods of a delegate that has none`() async throws {
      _ = host.launch(LaunchFacts())
      await host.idle()
      let handler = NSResponder()
      let tokens =
        hearAll() + [
          events.answer(ShouldReopen.self) { $0.hasVisibleWindows },
          events.answer(OpenUntitledFile.self) { _ in true },
          events.answer(ShouldOpenUntitledFile.self) { _ in false },
          events.answer(ShouldLocalizeKeyCommands.self) { _ in false },
          events.answer(HandlerForIntent.self) { _ in IntentHandler(handler) },
          events.answer(WillPresentError.self) { _ in NSError(domain: "other", code: 2) },
          events.answer(RestorableObjects.self) { _ in [handler] },
          events.answer(DockMenuItems.self) { _ in [NSMenuItem(title: "New order")] },
        ]
      let delegate = PlainDelegate()
      let attachment = try host.attach(to: delegate)
      let messages = Messages(delegate)
      messages.send(
        .openURL, [0, messages.word([URL.of("shop://order/2"), URL.of("shop://order/1")])])
      await waits { sent.of(OpenURL.self).count == 2 }
      #expect(messages.send(.shouldReopen, [0, 0]) == .bool(false))
      #expect(messages.send(.shouldReopen, [0, 0x7001]) == .bool(true))
      #expect(messages.send(.openUntitledFile, [0]) == .bool(true))
      #expect(messages.send(.shouldOpenUntitledFile, [0]) == .bool(false))
      #expect(messages.send(.shouldLocalizeKeyCommands, [0]) == .bool(false))
      #expect(messages.object(.handlerForIntent, [0, messages.word(INIntent())]) === handler)
      let error = messages.word(NSError(domain: "network", code: 1))
      #expect((messages.object(.willPresentError, [0, error]) as? NSError)?.domain == "other")
      #expect((messages.object(.dockMenu, [0]) as? NSMenu)?.items.map(\.title) == ["New order"])
      messages.send(.didReceivePush, [0, messages.word(["aps": 1])])
      messages.send(.didAcceptShare, [0, messages.word(CKShare.Metadata())])
      #expect(sent.of(DidReceiveRemoteNotification.self).count == 1)
      #expect(sent.of(AcceptShare.self).count == 1)
      var restored: [Int] = []
      let activity = messages.word(NSUserActivity(activityType: "reading"))
      let block = messages.block(number: { word in
        let array = UnsafeRawPointer(bitPattern: word).map {
          Unmanaged<NSArray>.fromOpaque($0).takeUnretainedValue()
        }
        restored.append(array?.count ?? 0)
      })
      messages.send(.continueActivity, [0, activity, block])
      #expect(restored == [1])
      attachment.detach()
      #expect(messages.send(.willPresentError, [0, error]) == .word(error))
      #expect(messages.object(.dockMenu, [0]) == nil)
      tokens.forEach { $0.cancel() }
    }

    /// The answer of the delegate's own method, and its menu.
    private static let answer = Mutex(UInt(0))
    @MainActor private static let menu = NSMenu(title: "own")
    private static let ends: @convention(c) (UInt, UInt, UInt) -> UInt = { _, _, _ in
      answer.withLock(\.self)
    }
    private static let shows: @convention(c) (UInt, UInt, UInt) -> UInt = { _, _, _ in
      MainActor.assumeIsolated { UInt(bitPattern: Unmanaged.passUnretained(menu).toOpaque()) }
    }

    private func addOwn(_ method: DelegateMethod, _ code: @convention(c) (UInt, UInt, UInt) -> UInt)
    {
      guard let row = DelegateMethodRow.of(method) else { return }
      let type = Classes.word(of: OwnDelegate.self)
      let word = unsafeBitCast(code, to: UInt.self)
      _ = Classes.add(word, row.selector, encoding: row.encoding, to: type)
    }

    @Test func `the items of modules follow those of the delegate's menu, which stays as it is`()
      throws
    {
      addOwn(.dockMenu, Self.shows)
      if Self.menu.items.isEmpty { Self.menu.addItem(NSMenuItem(title: "Own")) }
      let delegate = OwnDelegate()
      let token = events.answer(DockMenuItems.self) { _ in [NSMenuItem(title: "New order")] }
      let attachment = try host.attach(to: delegate)
      let messages = Messages(delegate)
      for _ in 0..<2 {
        let menu = messages.object(.dockMenu, [0]) as? NSMenu
        #expect(menu?.items.map(\.title) == ["Own", "New order"])
      }
      token.cancel()
      #expect(messages.object(.dockMenu, [0]) === Self.menu)
      #expect(Self.menu.items.map(\.title) == ["Own"])
      attachment.detach()
    }

    @Test(
      .tags(.b48),
      arguments: [
        // The delegate's answer, the modules', the answer to the system, and the reply that follows.
        (
          NSApplication.TerminateReply.terminateNow, true,
          NSApplication.TerminateReply.terminateLater, [true]
        ),
        (.terminateNow, false, .terminateLater, [false]),
        (.terminateCancel, true, .terminateCancel, []),
        (.terminateLater, true, .terminateLater, []),
        (.terminateLater, false, .terminateLater, [false]),
      ])
    func `a veto that takes time is one reply, beside the delegate's own answer`(
      own: NSApplication.TerminateReply, modules: Bool, answer: NSApplication.TerminateReply,
      replies: [Bool]
    ) async throws {
      addOwn(.shouldTerminate, Self.ends)
      host.servesMain = { true }
      Self.answer.withLock { $0 = own.rawValue }
      let delegate = OwnDelegate()
      let late = Mutex<Reply<Bool>?>(nil)
      let token = events.hear(ShouldTerminate.self, as: "Cart") { event in
        event.reply?.expect("Cart")
        late.withLock { $0 = event.reply }
      }
      let attachment = try host.attach(to: delegate)
      let messages = Messages(delegate)
      #expect(messages.send(.shouldTerminate, [messages.word(system)]) == .word(answer.rawValue))
      late.withLock(\.self)?.answer(modules, from: "Cart")
      await waits { system.replies.count >= replies.count }
      #expect(system.replies == replies)
      token.cancel()
      attachment.detach()
    }
  }

  @Test func `shares, intents and key equivalents are for modules`() async {
    await launch()
    delegate.application(system, userDidAcceptCloudKitShareWith: CKShare.Metadata())
    #expect(sent.of(AcceptShare.self).count == 1)
    #expect(delegate.application(system, handlerFor: INIntent()) == nil)
    #expect(delegate.applicationShouldAutomaticallyLocalizeKeyEquivalents(system))
    let handler = NSResponder()
    let tokens = [
      events.answer(HandlerForIntent.self) { _ in IntentHandler(handler) },
      events.answer(ShouldLocalizeKeyCommands.self) { _ in false },
    ]
    #expect(
      delegate.application(system, handlerFor: INIntent()).map { $0 as AnyObject } === handler)
    #expect(!delegate.applicationShouldAutomaticallyLocalizeKeyEquivalents(system))
    tokens.forEach { $0.cancel() }
    for row in DelegateMethodRow.all(of: .appKit) where row.heard.isEmpty && row.rule == .handled {
      #expect(delegate.host.answers.heard(row.method).map(\.merge) == [row.merge.rawValue])
    }
  }
}
