// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import GantryAppEvents
internal import GantryCore
internal import GantryEvents

/// A life-cycle event that C handles by its name.
struct LifecycleEventName: Sendable {
  /// Declares a handler of the event's type.
  let declare: @Sendable (inout FunctionBuilder, CFunction) -> Void
  private let name: String

  /// The events by name.
  static let all = Dictionary(uniqueKeysWithValues: list.map { ($0.name, $0) })

  /// The rule for names of an app's own events.
  static let ownNames = """
    A name of your own begins with a lowercase letter or contains a dot, and differs from all \
    life-cycle events in more than the case of its letters.
    """

  /// Whether a name that isn't in the table was probably meant to be.
  static func isMistake(_ name: String) -> Bool {
    guard let first = name.first else { return true }
    return first.isUppercase && !name.contains(".")
      || all.keys.contains { $0.lowercased() == name.lowercased() }
  }

  /// Creates a row for an event.
  ///
  /// - Parameters:
  ///   - event: The event's type, whose name is the name in C.
  ///   - values: Returns the event's values; by default, those of its notification.
  private init<E: LifecycleEvent & NotificationRepresentable>(
    _ event: E.Type,
    _ values: @escaping @Sendable (E) -> [String: any Sendable] = { $0.notificationUserInfo }
  ) {
    name = "\(event)"
    let reader = InputReader { CInput(values($0.assumingMemoryBound(to: E.self).pointee)) }
    declare = { function, given in
      function.on(
        event, given.handlerOptions, fileID: given.fileID, line: given.line,
        body: Self.body(given, reader))
    }
  }

  private static func body<E: LifecycleEvent>(
    _ function: CFunction, _ reader: InputReader
  ) -> HandlerBody<Void, E> {
    let (body, name) = (function.body, function.name)
    if function.lane == .background {
      return .background { _, event, context in
        _ = try CCall.run(body, context, reader, on: event)
      }
    }
    guard E.Response.self != Void.self else {
      return .main { _, event, context in
        _ = try CCall.run(body, context, reader, on: event)
      }
    }
    return .answering { _, event, context in
      guard let answer = try CCall.run(body, context, reader, on: event) else { return nil }
      guard let type = E.Response.self as? any TextAnswer.Type,
        let response = type.init(answer: answer, by: name) as? E.Response
      else {
        throw CFailure(description: "\"\(answer)\" isn't an answer to \(E.self)")
      }
      return response
    }
  }
}

extension LifecycleEventName {
  private static let list: [LifecycleEventName] = states + questions + scenes + openings + others

  private static let states: [LifecycleEventName] = [
    Self(WillFinishLaunching.self) { ["url": $0.url?.absoluteString].compactMapValues(\.self) },
    Self(DidFinishLaunching.self) { ["url": $0.url?.absoluteString].compactMapValues(\.self) },
    Self(DidBecomeActive.self), Self(WillResignActive.self), Self(DidEnterBackground.self),
    Self(WillEnterForeground.self), Self(WillTerminate.self), Self(DidReceiveMemoryPressure.self),
    Self(DidReloadConfiguration.self) { ["changedKeys": $0.changedKeys] },
    Self(ProtectedDataDidBecomeAvailable.self), Self(ProtectedDataWillBecomeUnavailable.self),
    Self(SignificantTimeChange.self),
  ]

  private static let questions: [LifecycleEventName] = [
    Self(ShouldTerminate.self), Self(ShouldAllowExtensionPoint.self),
    Self(ShouldRequestHealthAuthorization.self), Self(SupportedOrientations.self),
    Self(SaveState.self), Self(PerformBackgroundFetch.self), Self(PerformBackgroundTask.self),
    Self(HandleBackgroundURLSession.self), Self(HandleWatchRequest.self) { text(of: $0.message) },
  ]

  private static let scenes: [LifecycleEventName] = [
    Self(SceneWillConnect.self), Self(SceneDidBecomeActive.self), Self(SceneWillResignActive.self),
    Self(SceneDidEnterBackground.self), Self(SceneWillEnterForeground.self),
    Self(SceneDidChangeGeometry.self), Self(SceneDidDisconnect.self), Self(DidDiscardScenes.self),
    Self(SceneRestorationActivity.self), Self(RestoreSceneInteraction.self),
    Self(RestoreState.self) { ["modules": $0.state.modules.map(\.rawValue)] },
  ]

  private static let openings: [LifecycleEventName] = [
    Self(OpenURL.self) { ["url": $0.url.absoluteString] },
    Self(PerformQuickAction.self) { $0.userInfo.merging(["type": $0.type]) { $1 } },
    Self(WillContinueActivity.self),
    Self(ContinueActivity.self) { values(of: $0.activity) },
    Self(DidUpdateActivity.self) { values(of: $0.activity) },
    Self(DidFailToContinueActivity.self) {
      ["activityType": $0.activityType, "error": "\($0.error)"]
    },
  ]

  private static let others: [LifecycleEventName] = [
    Self(WillPresentNotification.self) { values(of: $0.notification) },
    Self(DidRespondToNotification.self) {
      values(of: $0.notification).merging(["action": $0.action, "answer": $0.text ?? ""]) { $1 }
    },
    Self(OpenNotificationSettings.self) { $0.notification.map(values) ?? [:] },
    Self(DidRegisterForRemoteNotifications.self) { ["deviceToken": hexadecimal($0.deviceToken)] },
    Self(DidFailToRegisterForRemoteNotifications.self) { ["error": "\($0.error)"] },
    Self(DidReceiveRemoteNotification.self) { text(of: $0.payload) },
  ]

  private static func values(of activity: UserActivity) -> [String: any Sendable] {
    [
      "activityType": activity.type, "title": activity.title,
      "url": activity.webpageURL?.absoluteString,
    ].compactMapValues(\.self)
  }

  private static func values(of notification: UserNotification) -> [String: any Sendable] {
    [
      "id": notification.id, "title": notification.title, "body": notification.body,
      "category": notification.category ?? "",
    ]
  }

  /// Data as `payload`, for data that is text.
  private static func text(of data: Data?) -> [String: any Sendable] {
    data.map { ["payload": String(decoding: $0, as: UTF8.self)] } ?? [:]
  }

  private static func hexadecimal(_ data: Data) -> String {
    data.map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }
}

/// An answer that C gives as text.
protocol TextAnswer {
  /// Reads an answer; nil if the text is none.
  init?(answer: String, by module: ModuleName)
}

extension Bool: TextAnswer {
  init?(answer: String, by module: ModuleName) { self.init(answer) }
}

extension BackgroundFetchResult: TextAnswer {
  init?(answer: String, by module: ModuleName) { self.init(rawValue: answer) }
}

extension SavedState: TextAnswer {
  init?(answer: String, by module: ModuleName) {
    self.init(Data(answer.utf8), for: module)
  }
}

extension Data?: TextAnswer {
  init?(answer: String, by module: ModuleName) { self = Data(answer.utf8) }
}

extension NotificationPresentation: TextAnswer {
  private static let names: [String: Self] = [
    "banner": .banner, "list": .list, "sound": .sound, "badge": .badge,
  ]

  init?(answer: String, by module: ModuleName) {
    self.init(answer: answer, among: Self.names)
  }
}

extension InterfaceOrientations: TextAnswer {
  private static let names: [String: Self] = [
    "portrait": .portrait, "portraitUpsideDown": .portraitUpsideDown,
    "landscapeLeft": .landscapeLeft, "landscapeRight": .landscapeRight, "landscape": .landscape,
    "all": .all,
  ]

  init?(answer: String, by module: ModuleName) {
    self.init(answer: answer, among: Self.names)
  }
}

extension OptionSet {
  /// Creates a set from names that are separated by commas.
  fileprivate init?(answer: String, among names: [String: Self]) where Self == Element {
    var set: Self = []
    for word in answer.split(separator: ",") {
      guard let one = names[word.trimmingPrefix { $0 == " " }.description] else { return nil }
      set.formUnion(one)
    }
    self = set
  }
}
