// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && canImport(ObjectiveC) && !os(watchOS) && !os(tvOS)
  internal import Foundation
  internal import GantryCore
  internal import Intents
  internal import UIKit

  extension Interposition {
    /// The methods of an app's delegate that have a completion handler.
    @MainActor
    static func withHandlers(_ host: AppHost) -> [Self] {
      let noData = UIBackgroundFetchResult.noData.rawValue
      return [
        ofPush(host), ofIntent(host),
        make(
          .performFetch,
          share: { [weak host] words, hasOwn in
            guard let host else { return nil }
            let handler = HandlerBlock.number(words, 1)
            let reply = host.share(hasOwn, { PerformBackgroundFetch(reply: $0) }) {
              handler(UIBackgroundFetchResult($0).rawValue)
            }
            return HandlerBlock.replacing(
              words, 1, number: { reply.answer(fetch($0), from: .delegate) })
          }, finish: { HandlerBlock.number($0, 1)(noData) }),
        make(
          .performQuickAction,
          share: { [weak host] words, hasOwn in
            perform(words, in: nil, hasOwn, host)
          }, finish: { HandlerBlock.flag($0, 2)(false) }),
        make(
          .handleBackgroundURLSession,
          share: { [weak host] words, hasOwn in
            guard let host, let identifier = argument(words, 1, as: String.self) else { return nil }
            let handler = HandlerBlock.nothing(words, 2)
            let reply = host.handleBackgroundURLSession(identifier, hasOwn: hasOwn) { handler() }
            return HandlerBlock.replacing(words, 2, nothing: { reply.answer((), from: .delegate) })
          }, finish: { HandlerBlock.nothing($0, 2)() }),
        make(
          .handleWatchRequest,
          share: { [weak host] words, hasOwn in
            guard let host else { return nil }
            let message = argument(words, 1, as: [AnyHashable: Any].self)
              .flatMap { UserActivity.propertyList(of: $0, from: "the request of a watch", host) }
            let handler = HandlerBlock.object(words, 2)
            let reply = host.share(hasOwn, { HandleWatchRequest(message: message, reply: $0) }) {
              handler($0.flatMap { UserActivity.dictionary(of: $0) } as NSDictionary?)
            }
            return HandlerBlock.replacing(
              words, 2,
              object: { [weak host] answer in
                let answer = (answer as? [AnyHashable: Any]).flatMap {
                  UserActivity.propertyList(of: $0, from: "the delegate's reply to a watch", host)
                }
                reply.answer(answer, from: .delegate)
              })
          }, finish: { HandlerBlock.object($0, 2)(nil) }),
      ].compactMap(\.self)
    }

    /// A remote notification.
    @MainActor
    private static func ofPush(_ host: AppHost) -> Self? {
      let noData = UIBackgroundFetchResult.noData.rawValue
      return make(
        .didReceivePush,
        share: { [weak host] words, hasOwn in
          guard let host else { return nil }
          let payload = argument(words, 1, as: [AnyHashable: Any].self) ?? [:]
          let handler = HandlerBlock.number(words, 2)
          let reply = host.receive(payload, hasOwn: hasOwn) {
            handler(UIBackgroundFetchResult($0).rawValue)
          }
          return HandlerBlock.replacing(
            words, 2, number: { reply.answer(fetch($0), from: .delegate) })
        }, finish: { HandlerBlock.number($0, 2)(noData) })
    }

    /// An intent: the first module that answers gets the system's handler; if none does, the
    /// delegate gets it.
    @MainActor
    private static func ofIntent(_ host: AppHost) -> Self? {
      make(
        .handleIntent,
        share: { [weak host] words, hasOwn in
          let handler = HandlerBlock.object(words, 2)
          let intent = argument(words, 1, as: INIntent.self)
          let answer = intent.flatMap { host?.send(HandleIntent(intent: $0)) }
          guard let answer else { return nil }
          handler(answer.response)
          return HandlerBlock.replacing(words, 2, object: { _ in })
        }, finish: { HandlerBlock.object($0, 2)(INIntentResponse()) })
    }

    /// A quick action, in the app or in one of its scenes.
    @MainActor
    static func perform(
      _ words: [UInt], in scene: SceneID?, _ hasOwn: Bool, _ host: AppHost?
    ) -> [UInt]? {
      guard let host, let item = argument(words, 1, as: UIApplicationShortcutItem.self) else {
        return nil
      }
      let handler = HandlerBlock.flag(words, 2)
      let reply = host.perform(PerformQuickAction(item, in: scene), hasOwn: hasOwn) { handler($0) }
      return HandlerBlock.replacing(words, 2, flag: { reply.answer($0, from: .delegate) })
    }

    private static func fetch(_ number: UInt) -> BackgroundFetchResult {
      BackgroundFetchResult(UIBackgroundFetchResult(rawValue: number))
    }
  }

  extension BackgroundFetchResult {
    /// The same as UIKit's result; no data for an unknown one.
    init(_ result: UIBackgroundFetchResult?) {
      switch result {
      case .newData: self = .newData
      case .failed: self = .failed
      default: self = .noData
      }
    }
  }
#endif
