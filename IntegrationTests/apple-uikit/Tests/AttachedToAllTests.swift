// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import Gantry
@testable import GantryApple
import Intents
import Testing
import UIKit

extension AppDelegateTests {
  /// A host that is attached to every method that becomes an event.
  @MainActor
  @Suite(.serialized) struct AttachedToAll {
    final class AppDelegate: UIResponder, UIApplicationDelegate {}
    final class OwnDelegate: UIResponder, UIApplicationDelegate {}
    final class SceneDelegate: UIResponder, UISceneDelegate {}

    let host = AppHost(Application(modules: []), options: AppHostOptions(launch: .concurrent))
    let sent = SentEvents()
    let system = UIApplication()
    let scene = UIWindowScene(UISceneSession("main"))
    private let token: EventSubscription
    var events: EventBus { host.application.events }

    init() {
      EarlierHosts.end(except: host)
      token = host.application.events.observeAll { [sent] in sent.add($0) }
    }

    private func hearAll() -> [EventSubscription] {
      [
        events.hear(OpenURL.self), events.hear(DidRegisterForRemoteNotifications.self),
        events.hear(DidFailToRegisterForRemoteNotifications.self),
        events.hear(DidReceiveRemoteNotification.self), events.hear(PerformBackgroundFetch.self),
        events.hear(HandleBackgroundURLSession.self), events.hear(PerformQuickAction.self),
        events.hear(HandleWatchRequest.self), events.hear(ShouldRequestHealthAuthorization.self),
        events.hear(HandlerForIntent.self), events.hear(HandleIntent.self),
        events.hear(WillContinueActivity.self), events.hear(ContinueActivity.self),
        events.hear(DidFailToContinueActivity.self), events.hear(DidUpdateActivity.self),
        events.hear(AcceptShare.self), events.hear(SupportedOrientations.self),
        events.hear(ShouldAllowExtensionPoint.self), events.hear(ShouldLocalizeKeyCommands.self),
        events.hear(RestoreViewController.self), events.hear(SaveState.self),
        events.hear(RestoreState.self), events.hear(ConfigureScene.self),
        events.hear(DidDiscardScenes.self), events.hear(SceneRestorationActivity.self),
        events.hear(RestoreSceneInteraction.self), events.hear(SceneDidChangeGeometry.self),
        events.hear(PreferredWindowingControlStyle.self),
      ]
    }

    private func expected(_ owners: [DelegateMethodRow.Owner]) -> Set<DelegateMethod> {
      let rows = DelegateMethodRow.all(of: .uiKit).filter { row in
        row.rule != .notified && owners.contains { "\($0)" == "\(row.owner)" }
          && host.answers.responds(to: row.method, isOverridden: false)
      }
      return Set(rows.map(\.method)).subtracting([.willFinishLaunching, .didFinishLaunching])
    }

    @Test(.tags(.b13, .b14))
    func `it takes part in all of them, and answers calls without arguments with the default`()
      throws
    {
      let tokens = hearAll()
      let (app, delegate) = (AppDelegate(), SceneDelegate())
      let attachments = [try host.attach(to: app), try host.attach(to: delegate)]
      #expect(Set(attachments[0].methods) == expected([.app]))
      #expect(Set(attachments[1].methods) == expected([.scene, .windowScene]))
      #expect(attachments[0].methods.count == 26 && attachments[1].methods.count == 14)
      for isAttached in [true, false] {
        for (attachment, object) in zip(attachments, [app, delegate] as [AnyObject]) {
          let messages = Messages(object)
          for method in attachment.methods {
            let answer = messages.send(method, [0, 0, 0, 0])
            let no: [DelegateMethod] = [.openURL, .willContinueActivity, .continueActivity]
            let isOfState = method == .shouldSaveState || method == .shouldRestoreState
            if case .bool(let isTrue) = answer {
              #expect(isTrue == (isOfState ? isAttached : !no.contains(method)), "\(method)")
            }
            #expect(answer != nil)
          }
          if !isAttached { continue }
          attachment.detach()
        }
      }
      tokens.forEach { $0.cancel() }
    }

    @Test func `objects that modules answer reach the system`() throws {
      let delegate = AppDelegate()
      let (made, controller, handler) = (
        UISceneConfiguration(name: "Car"), UIViewController(), INIntent()
      )
      let tokens = [
        events.answer(ConfigureScene.self) { event in
          event.session.persistentIdentifier == "car" ? made : nil
        },
        events.answer(RestoreViewController.self) { event in
          event.path == ["tabs"] && event.coder != nil ? controller : nil
        },
        events.answer(HandlerForIntent.self) { _ in IntentHandler(handler) },
      ]
      let attachment = try host.attach(to: delegate)
      let messages = Messages(delegate)
      let app = messages.word(system)
      let options = messages.word(UIScene.ConnectionOptions())
      let car = messages.word(UISceneSession("car"))
      #expect(messages.object(.configureScene, [app, car, options]) === made)
      let session = UISceneSession("main")
      let words = [app, messages.word(session), options]
      #expect(messages.object(.configureScene, words) === session.configuration)
      let coder = messages.word(NSKeyedArchiver(requiringSecureCoding: true))
      let path = messages.word(["tabs"])
      #expect(messages.object(.viewControllerForRestoration, [app, path, coder]) === controller)
      let intent = messages.word(INIntent())
      #expect(messages.object(.handlerForIntent, [app, intent]) === handler)
      attachment.detach()
      #expect(messages.object(.configureScene, words) === session.configuration)
      #expect(messages.object(.handlerForIntent, [app, intent]) == nil)
      tokens.forEach { $0.cancel() }
    }

    @Test func `objects of modules come before those of the delegate`() async throws {
      OwnMethods.addObjects(to: OwnDelegate.self)
      let delegate = OwnDelegate()
      let (made, responder) = (UISceneConfiguration(name: "Car"), UIResponder())
      let tokens = [
        events.answer(ConfigureScene.self) { event in
          event.session.persistentIdentifier == "car" ? made : nil
        },
        events.answer(ContinueActivity.self) { _ in true },
        events.answer(RestorableObjects.self) { _ in [responder] },
        events.hear(HandleIntent.self),
      ]
      _ = host.launch(LaunchFacts())
      await host.idle()
      let attachment = try host.attach(to: delegate)
      let messages = Messages(delegate)
      let app = messages.word(system)
      let options = messages.word(UIScene.ConnectionOptions())
      let words = { messages.word(UISceneSession($0)) }
      #expect(messages.object(.configureScene, [app, words("car"), options]) === made)
      #expect(
        messages.object(.configureScene, [app, words("main"), options])
          === OwnMethods.configuration)
      var restored: [[AnyObject]] = []
      let block = messages.block(number: { word in
        let array = UnsafeRawPointer(bitPattern: word).map {
          Unmanaged<NSArray>.fromOpaque($0).takeUnretainedValue()
        }
        restored.append(array?.map { $0 as AnyObject } ?? [])
      })
      let activity = messages.word(NSUserActivity(activityType: "reading"))
      #expect(messages.send(.continueActivity, [app, activity, block]) == .bool(true))
      await waits { restored.count == 1 }
      #expect(restored.first?.map { $0 === responder } == [true, false])
      #expect(restored.first?.last === OwnMethods.responder)
      attachment.detach()
      tokens.forEach { $0.cancel() }
    }

    @Test(.tags(.b42)) func `an intent has one response, the modules' or the delegate's`() throws {
      OwnMethods.addObjects(to: OwnDelegate.self)
      let response = INIntentResponse()
      for (object, isOwn) in [(AppDelegate(), false), (OwnDelegate(), true)]
        as [(any UIApplicationDelegate, Bool)]
      {
        let token = events.hear(HandleIntent.self)
        let attachment = try host.attach(to: object)
        let messages = Messages(object)
        var responses: [UInt] = []
        let block = messages.block(number: { responses.append($0) })
        let words = [messages.word(system), messages.word(INIntent()), block]
        messages.send(.handleIntent, words)
        let answer = events.answer(HandleIntent.self) { _ in IntentResponse(response) }
        messages.send(.handleIntent, words)
        #expect(responses.count == 2 && responses.first != 0)
        #expect(responses.last == messages.word(response), "\(isOwn)")
        answer.cancel()
        token.cancel()
        attachment.detach()
      }
    }

    @Test func `shares and things handed to a scene reach modules`() async throws {
      _ = host.launch(LaunchFacts())
      await host.idle()
      let (app, delegate) = (AppDelegate(), SceneDelegate())
      let minimal = UIWindowScene.WindowingControlStyle.minimal
      let tokens =
        hearAll() + [
          events.answer(SceneRestorationActivity.self) { _ in UserActivity(type: "reading") },
          events.answer(PreferredWindowingControlStyle.self) { _ in minimal },
          events.answer(SupportedOrientations.self) { _ in .portrait },
        ]
      let attachments = [try host.attach(to: app), try host.attach(to: delegate)]
      let metadata = CKShare.Metadata()
      let plain = Messages(app)
      plain.send(.didAcceptShare, [0, plain.word(metadata)])
      let error = NSError(domain: "network", code: 1)
      plain.send(.didFailToContinueActivity, [0, plain.word("reading"), plain.word(error)])
      plain.send(.didUpdateActivity, [0, plain.word(NSUserActivity(activityType: "reading"))])
      let messages = Messages(delegate)
      let place = messages.word(scene)
      let activity = messages.word(NSUserActivity(activityType: "reading"))
      messages.send(.sceneDidAcceptShare, [place, messages.word(metadata)])
      #expect(sent.of(AcceptShare.self).map(\.scene) == [nil, "main"])
      #expect(sent.of(AcceptShare.self).allSatisfy { $0.metadata === metadata })
      messages.send(.sceneWillContinueActivity, [place, messages.word("reading")])
      messages.send(
        .sceneDidFailToContinueActivity, [place, messages.word("reading"), messages.word(error)])
      messages.send(.sceneDidUpdateActivity, [place, activity])
      messages.send(.restoreSceneInteraction, [place, activity])
      messages.send(.sceneDidUpdateCoordinateSpace, [place, 0, 0, 0])
      messages.send(.sceneDidUpdateGeometry, [place, 0])
      #expect(
        sent.names.suffix(6) == [
          "WillContinueActivity", "DidFailToContinueActivity", "DidUpdateActivity",
          "RestoreSceneInteraction", "SceneDidChangeGeometry", "SceneDidChangeGeometry",
        ])
      let saved = messages.object(.sceneRestorationActivity, [place]) as? NSUserActivity
      #expect(saved?.activityType == "reading")
      #expect(messages.object(.preferredWindowingControlStyle, [place]) === minimal)
      #expect(
        messages.send(.sceneSupportedOrientations, [place])
          == .word(UIInterfaceOrientationMask.portrait.rawValue))
      attachments.forEach { $0.detach() }
      tokens.forEach { $0.cancel() }
    }

    @Test func `state is kept with that of the app`() throws {
      let delegate = AppDelegate()
      let tokens = [
        events.answer(SaveState.self) { _ in SavedState(Data([7]), for: "Cart") },
        events.hear(RestoreState.self),
      ]
      let attachment = try host.attach(to: delegate)
      let messages = Messages(delegate)
      let archiver = NSKeyedArchiver(requiringSecureCoding: true)
      #expect(messages.send(.shouldSaveState, [0, messages.word(archiver)]) == .bool(true))
      messages.send(.willEncodeState, [0, messages.word(archiver)])
      archiver.finishEncoding()
      let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
      messages.send(.didDecodeState, [0, messages.word(reader)])
      #expect(sent.of(RestoreState.self).first?.state["Cart"] == Data([7]))
      attachment.detach()
      tokens.forEach { $0.cancel() }
    }
  }
}
