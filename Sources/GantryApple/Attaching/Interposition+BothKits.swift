// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC) && (canImport(UIKit) || canImport(AppKit)) && !os(watchOS) && !os(tvOS)
  internal import CloudKit
  internal import Foundation
  internal import GantryCore
  internal import GantryEvents
  internal import Intents
  internal import GantrySupport

  /// The delegate's part in a reply. It ends when its handler is released, since the delegate need
  /// not call the handler.
  private final class DelegatePart: Sendable {
    private let reply: Reply<RestorableObjects.Response>
    private let isAnswered = Atomic(false)

    init(_ reply: Reply<RestorableObjects.Response>) { self.reply = reply }

    deinit { answer() }

    func answer() {
      guard !isAnswered.exchange(true, ordering: .relaxed) else { return }
      reply.answer([], from: .delegate)
    }
  }

  /// Objects of a delegate on their way to the main actor.
  private final class HeldObjects: Sendable {
    private let array = LockedBox<UncheckedReference<NSArray>>()

    func keep(_ array: NSArray) { self.array.put(UncheckedReference(array)) }

    func take() -> [AnyObject] {
      guard let array = array.take()?.target else { return [] }
      return (0..<array.count).map { array.object(at: $0) as AnyObject }
    }
  }

  extension Interposition {
    /// The methods that the app delegates of UIKit and AppKit share.
    @MainActor
    static func ofBothKits(_ host: AppHost) -> [Self] {
      ofActivities(host) + ofRequests(host)
        + [
          make(.didRegisterForPush, host) { words in
            argument(words, 1, as: Data.self).map {
              DidRegisterForRemoteNotifications(deviceToken: $0)
            }
          },
          make(.didFailToRegisterForPush, host) { words in
            argument(words, 1, as: NSError.self).map {
              DidFailToRegisterForRemoteNotifications(error: $0)
            }
          },
          make(.willEncodeState) { [weak host] words in
            if let host, let coder = argument(words, 1, as: NSCoder.self) {
              host.encodeState(coder)
            }
            return .nothing
          },
          make(.didDecodeState) { [weak host] words in
            if let host, let coder = argument(words, 1, as: NSCoder.self) {
              host.decodeState(coder)
            }
            return .nothing
          },
        ].compactMap(\.self)
    }

    @MainActor
    private static func ofActivities(_ host: AppHost) -> [Self] {
      [
        make(.willContinueActivity, unanswered: .bool(false)) { [weak host] words in
          guard let host, let type = argument(words, 1, as: String.self) else {
            return .bool(false)
          }
          return .bool(host.send(WillContinueActivity(activityType: type)))
        },
        make(.continueActivity, otherwise: { _ in .bool(false) }) { [weak host] words, hasOwn in
          guard let host, let activity = argument(words, 1, as: NSUserActivity.self) else {
            return (.bool(false), words)
          }
          let value = UserActivity(activity, host)
          let access = value.system.beginAccess()
          defer { extendLifetime(access) }
          let isContinued = host.continueActivity(value, by: .application)
          // The question waits as the activity does, and is asked after it.
          return (.bool(isContinued), restoring(words, value, hasOwn, host))
        },
        make(.didFailToContinueActivity, host) { words -> DidFailToContinueActivity? in
          guard let type = argument(words, 1, as: String.self),
            let error = argument(words, 2, as: NSError.self)
          else { return nil }
          return DidFailToContinueActivity(activityType: type, error: error)
        },
        make(.didUpdateActivity, host) { [weak host] words in
          argument(words, 1, as: NSUserActivity.self).map {
            DidUpdateActivity(activity: UserActivity($0, host))
          }
        },
      ].compactMap(\.self)
    }

    /// The arguments, with a handler that restores the objects of the modules and the delegate
    /// once.
    @MainActor
    private static func restoring(
      _ words: [UInt], _ activity: UserActivity, _ hasOwn: Bool, _ host: AppHost
    ) -> [UInt] {
      let handler = HandlerBlock.object(words, 2)
      let (own, access) = (HeldObjects(), activity.system.beginAccess())
      let item = AskedItem(name: "the question for restorable objects", target: .init())
      let reply = host.share(hasOwn, for: item, { _ in RestorableObjects(activity: activity) }) {
        objects in
        handler(NSArray(array: objects.map { $0 as AnyObject } + own.take()))
        extendLifetime(access)
      }
      let part = hasOwn ? DelegatePart(reply) : nil
      return HandlerBlock.replacing(
        words, 2,
        object: { objects in
          if let objects = objects as? NSArray { own.keep(objects) }
          part?.answer()
        })
    }

    @MainActor
    private static func ofRequests(_ host: AppHost) -> [Self] {
      [
        make(.didAcceptShare) { [weak host] words in
          argument(words, 1, as: CKShare.Metadata.self).map { host?.accept($0, in: nil) }
          return .nothing
        },
        make(.handlerForIntent, unanswered: .word(0)) { [weak host] words in
          guard let host, let intent = argument(words, 1, as: INIntent.self) else {
            return .word(0)
          }
          let handler = host.send(HandlerForIntent(intent: intent))
          return .word(LiveRuntime.give(handler?.object))
        },
        make(.shouldLocalizeKeyCommands, unanswered: .bool(true)) { [weak host] _ in
          .bool(host?.send(ShouldLocalizeKeyCommands()) ?? true)
        },
      ].compactMap(\.self)
    }
  }
#endif
