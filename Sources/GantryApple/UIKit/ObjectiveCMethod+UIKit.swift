// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
  internal import Foundation
  internal import GantryAppEvents
  internal import GantryCore
  internal import GantrySupport
  #if canImport(UIKit) && !os(watchOS) && !os(tvOS)
    internal import UIKit
    internal import UserNotifications
  #endif

  extension ObjectiveCMethod {
    #if canImport(UIKit) && !os(watchOS) && !os(tvOS)
      /// The methods of this system's delegates.
      static let ofSystem = (states + openings + work + scenes + centers).compactMap(\.self)

      /// A method of the app's delegate that has no arguments besides the app.
      private static func state<E: LifecycleEvent>(
        _ method: DelegateMethod, _ event: E.Type
      ) -> Self? where E.Response == Void {
        make(method, event) { _, call in _ = call(app) }
      }

      private static let states: [Self?] = [
        make(.willFinishLaunching, WillFinishLaunching.self) { event, call in
          call(app, event.systemOptions ?? launchOptions(event.url)).isTrue
        },
        make(.didFinishLaunching, DidFinishLaunching.self) { event, call in
          call(app, event.systemOptions ?? launchOptions(event.url)).isTrue
        },
        state(.didBecomeActive, DidBecomeActive.self),
        state(.willResignActive, WillResignActive.self),
        state(.didEnterBackground, DidEnterBackground.self),
        state(.willEnterForeground, WillEnterForeground.self),
        state(.willTerminate, WillTerminate.self),
        state(.didReceiveMemoryWarning, DidReceiveMemoryPressure.self),
        state(.significantTimeChange, SignificantTimeChange.self),
        state(.protectedDataDidBecomeAvailable, ProtectedDataDidBecomeAvailable.self),
        state(.protectedDataWillBecomeUnavailable, ProtectedDataWillBecomeUnavailable.self),
        state(.shouldRequestHealthAuthorization, ShouldRequestHealthAuthorization.self),
        make(.shouldAllowExtensionPoint, ShouldAllowExtensionPoint.self) { event, call in
          call(app, event.identifier).isTrue
        },
      ]

      private static let openings: [Self?] = [
        make(.openURL, OpenURL.self) { event, call in
          call(app, event.url, options(of: event)).isTrue
        },
        make(.willContinueActivity, WillContinueActivity.self) { event, call in
          call(app, event.activityType).isTrue
        },
        make(.continueActivity, ContinueActivity.self) { event, call in
          let restore = HandlerBlock.made(object: { _ in })
          return call(app, event.activity.forSystem, handler: restore).isTrue
        },
        make(.didFailToContinueActivity, DidFailToContinueActivity.self) { event, call in
          _ = call(app, event.activityType, event.error)
        },
        make(.didUpdateActivity, DidUpdateActivity.self) { event, call in
          _ = call(app, event.activity.forSystem)
        },
      ]

      private static let work: [Self?] = [
        make(.didRegisterForPush, DidRegisterForRemoteNotifications.self) { event, call in
          _ = call(app, event.deviceToken)
        },
        make(.didFailToRegisterForPush, DidFailToRegisterForRemoteNotifications.self) {
          event, call in
          _ = call(app, event.error)
        },
        make(.didReceivePush, DidReceiveRemoteNotification.self) { event, call in
          let payload =
            event.systemPayload as Any? ?? (try? JSONSerialization.jsonObject(with: event.payload))
          let handler = call.fetchHandler(event.reply)
          _ = call(app, payload ?? [:] as [String: Any], handler: handler)
          return nil
        },
        make(.performFetch, PerformBackgroundFetch.self) { event, call in
          _ = call(app, handler: call.fetchHandler(event.reply))
          return nil
        },
        make(.performQuickAction, PerformQuickAction.self) { event, call in
          let item =
            event.systemItem
            ?? UIApplicationShortcutItem(
              type: event.type, localizedTitle: event.title ?? "", localizedSubtitle: nil,
              icon: nil, userInfo: event.userInfo.mapValues { $0 as NSString })
          let given = LockedBox<Bool>()
          _ = call(app, item, handler: HandlerBlock.made(flag: { given.put($0) }))
          return given.value
        },
        make(.handleBackgroundURLSession, HandleBackgroundURLSession.self) { event, call in
          _ = call(app, event.identifier, handler: call.handler(event.reply))
        },
      ]

      /// A method of a scene's delegate that has no arguments besides the scene.
      private static func scene<E: SceneEvent>(
        _ method: DelegateMethod, _ event: E.Type
      ) -> Self? where E.Response == Void {
        make(method, event) { event, call in
          if let scene = find(event.scene) { _ = call(scene) }
        }
      }

      private static let scenes: [Self?] = [
        scene(.sceneDidBecomeActive, SceneDidBecomeActive.self),
        scene(.sceneWillResignActive, SceneWillResignActive.self),
        scene(.sceneWillEnterForeground, SceneWillEnterForeground.self),
        scene(.sceneDidEnterBackground, SceneDidEnterBackground.self),
        make(.supportedOrientations, SupportedOrientations.self) { _, call in
          InterfaceOrientations(call(app, nil))
        },
        make(.sceneSupportedOrientations, SupportedOrientations.self) { event, call in
          event.scene.flatMap { find($0) }.map { InterfaceOrientations(call($0)) }
        },
      ]

      private static let centers: [Self?] = [
        make(.willPresentNotification, WillPresentNotification.self) { event, call in
          guard let notification = event.systemNotification else { return nil }
          let given = LockedBox<UInt>()
          let handler = HandlerBlock.made(number: { given.put($0) })
          _ = call(center, notification, handler: handler)
          return given.value.map {
            NotificationPresentation(UNNotificationPresentationOptions(rawValue: $0))
          }
        },
        make(.didRespondToNotification, DidRespondToNotification.self) { event, call in
          guard let response = event.systemResponse else { return }
          _ = call(center, response, handler: call.handler(event.reply))
        },
        make(.openNotificationSettings, OpenNotificationSettings.self) { event, call in
          _ = call(center, event.systemNotification)
        },
      ]

      private static func make<E: LifecycleEvent>(
        _ method: DelegateMethod, _ event: E.Type,
        _ run: @escaping @MainActor @Sendable (E, ObjectiveCCall) -> E.Response?
      ) -> Self? {
        DelegateMethodRow.of(method).map { Self($0, event, run) }
      }

      /// The app. The class is asked by name, because its property is refused in extensions.
      @MainActor
      private static var app: AnyObject? {
        let runtime = LiveRuntime()
        let type = runtime.findClass("UIApplication")?.word ?? 0
        return UnsafeRawPointer(bitPattern: runtime.send("sharedApplication", to: type)).map {
          Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
        }
      }

      @MainActor
      private static func find(_ scene: SceneID) -> UIScene? {
        (app as? UIApplication)?.connectedScenes.first { SceneID($0.session) == scene }
      }

      @MainActor private static var center: AnyObject { UNUserNotificationCenter.current() }

      private static func launchOptions(_ url: URL?) -> [UIApplication.LaunchOptionsKey: Any]? {
        url.map { [.url: $0] }
      }

      private static func options(of event: OpenURL) -> [UIApplication.OpenURLOptionsKey: Any] {
        var options: [UIApplication.OpenURLOptionsKey: Any] = [.openInPlace: event.opensInPlace]
        options[.sourceApplication] = event.sourceApplication
        return options
      }
    #else
      /// The delegates of other systems have other arguments.
      static let ofSystem: [Self] = []
    #endif
  }

  #if canImport(UIKit) && !os(watchOS) && !os(tvOS)
    extension ObjectiveCCall {
      /// Calls the method with objects, to which values are bridged, and with a completion handler
      /// if there is one.
      @MainActor
      fileprivate func callAsFunction(_ values: Any?..., handler: UInt? = nil) -> MethodAnswer {
        let words = values.map { LiveRuntime.give($0.map { $0 as AnyObject }) }
        return self(words: words + (handler.map { [$0] } ?? []))
      }

      /// A completion handler that completes a reply.
      fileprivate func handler(_ reply: Reply<Void>) -> UInt {
        reply.expect(name)
        return HandlerBlock.made(nothing: { [name] in reply.answer((), from: name) })
      }

      /// The same, with the result of a fetch.
      fileprivate func fetchHandler(_ reply: Reply<BackgroundFetchResult>) -> UInt {
        reply.expect(name)
        return HandlerBlock.made(number: { [name] in
          reply.answer(BackgroundFetchResult(UIBackgroundFetchResult(rawValue: $0)), from: name)
        })
      }
    }

    extension InterfaceOrientations {
      /// The same as an answer of UIKit's method.
      fileprivate init(_ answer: MethodAnswer) {
        self.init(UIInterfaceOrientationMask(rawValue: answer.bits))
      }
    }
  #endif
#endif
