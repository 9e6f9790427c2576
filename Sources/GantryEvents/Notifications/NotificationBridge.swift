// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import GantrySupport

/// Carries chosen events to a notification center, and chosen notifications back as events.
///
/// A bridge does nothing until you ask it to, and each thing you ask for ends with its token. A
/// notification that a bridge posts never becomes an event on a bus. An event that came as a
/// notification is not posted under that name again. So the same event may go both ways, through
/// one bridge or several, and each observer hears it once. Bridges don't connect buses.
///
/// ```swift
/// let bridge = NotificationBridge(events)
/// tokens.append(bridge.publish(DidBecomeActive.self))
/// tokens.append(bridge.receive(.accountChanged) { _ in AccountChanged() })
/// ```
public final class NotificationBridge: Sendable {
  private let events: EventBus
  private let center: NotificationCenter

  /// Creates a bridge that carries nothing yet.
  ///
  /// - Parameters:
  ///   - events: The events of the application.
  ///   - center: The center in which notifications are posted and observed.
  public init(_ events: EventBus, to center: NotificationCenter = .default) {
    self.events = events
    self.center = center
  }

  /// Posts every lifecycle event of one type, on the main actor, after the modules have heard it.
  ///
  /// Without a name and keys of your own, the notification of an event of Gantry carries the keys
  /// that its documentation lists, such as the scheme of ``OpenURL``. With them, it carries only the
  /// values that you put in: a URL or a token, which the event leaves out, is there only if you name
  /// it.
  ///
  /// ```swift
  /// bridge.publish(OpenURL.self, as: .legacyOpenURL) { ["URL": $0.url] }
  /// ```
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - name: The notification's name; nil stands for `gantry.` and the name of the event's type.
  ///   - userInfo: The notification's values, by the keys that its observers read; nil leaves them
  ///     to the event, and an event of your own then has none.
  /// - Returns: The token that keeps the connection alive.
  public func publish<EventType: LifecycleEvent>(
    _ event: EventType.Type, as name: Notification.Name? = nil,
    userInfo: (@Sendable (EventType) -> [String: any Sendable])? = nil
  ) -> EventSubscription {
    let (name, values) = (name ?? Self.name(of: event), userInfo ?? { Self.values(of: $0) })
    let handler = EventHandler.main(event, name: "subscription") { self.post(name, values($0)) }
    return events.observe(handler, "NotificationBridge", posting: bridged(name))
  }

  /// Posts every event of one type, in the order sent, off the main actor.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - name: The notification's name; nil stands for `gantry.` and the name of the event's type.
  ///   - userInfo: The notification's values, by the keys that its observers read; with nil, it has
  ///     none.
  /// - Returns: The token that keeps the connection alive.
  public func publish<EventType: Event>(
    _ event: EventType.Type, as name: Notification.Name? = nil,
    userInfo: (@Sendable (EventType) -> [String: any Sendable])? = nil
  ) -> EventSubscription {
    let (name, values) = (name ?? Self.name(of: event), userInfo ?? { Self.values(of: $0) })
    let handler = EventHandler.background(event, name: "subscription") {
      self.post(name, values($0))
    }
    return events.observe(handler, "NotificationBridge", posting: bridged(name))
  }

  /// Sends an event for every notification of one name.
  ///
  /// - Parameters:
  ///   - name: The notification's name.
  ///   - makeEvent: Turns the notification into an event, on the thread that posts it; nil sends
  ///     nothing.
  /// - Returns: The token that keeps the connection alive.
  public func receive<EventType: Event>(
    _ name: Notification.Name, as makeEvent: @escaping @Sendable (Notification) -> EventType?
  ) -> EventSubscription {
    let bridged = bridged(name)
    let observation = observe(name, makeEvent) { self.events.send($0, past: bridged) }
    return EventSubscription { observation.end() }
  }

  /// Sends a lifecycle event for every notification of one name.
  ///
  /// The event is sent when the main actor is free, in the order of the notifications. The posting
  /// code does not wait for it, and its answer is dropped.
  ///
  /// - Parameters:
  ///   - name: The notification's name.
  ///   - makeEvent: Turns the notification into an event, on the thread that posts it; nil sends
  ///     nothing.
  /// - Returns: The token that keeps the connection alive.
  public func receive<EventType: LifecycleEvent>(
    _ name: Notification.Name, as makeEvent: @escaping @Sendable (Notification) -> EventType?
  ) -> EventSubscription {
    // One task for all: separate tasks might reach the main actor in another order.
    let (stream, received) = AsyncStream<EventType>.makeStream()
    let sending = Task { @MainActor [events, bridged = bridged(name)] in
      for await event in stream where !Task.isCancelled { events.send(event, past: bridged) }
    }
    let observation = observe(name, makeEvent) { received.yield($0) }
    return EventSubscription {
      observation.end()
      sending.cancel()
    }
  }

  /// The name of a notification whose caller gives none.
  private static func name<EventType>(of event: EventType.Type) -> Notification.Name {
    let named = event as? any NotificationRepresentable.Type
    return Notification.Name(named?.notificationName ?? "gantry.\(event)")
  }

  /// The values that an event itself publishes.
  private static func values<EventType>(of event: EventType) -> [String: any Sendable] {
    (event as? any NotificationRepresentable)?.notificationUserInfo ?? [:]
  }

  private func observe<EventType>(
    _ name: Notification.Name, _ makeEvent: @escaping @Sendable (Notification) -> EventType?,
    _ send: @escaping @Sendable (EventType) -> Void
  ) -> NotificationObservation {
    NotificationObservation(of: name, in: center) { notification in
      if notification.object is NotificationBridge { return }
      if let event = makeEvent(notification) { send(event) }
    }
  }

  private func bridged(_ name: Notification.Name) -> BridgedName {
    BridgedName(name.rawValue, in: center)
  }

  private func post(_ name: Notification.Name, _ userInfo: [String: any Sendable]) {
    center.post(name: name, object: self, userInfo: userInfo)
  }
}

/// One observer of a notification center, until it is ended.
package final class NotificationObservation: Sendable {
  private let center: NotificationCenter
  /// Written once; it has a lock only because the center's token is not Sendable.
  private let token: Mutex<any NSObjectProtocol>

  /// Observes from now on; the body runs where the notification is posted.
  package init(
    of name: Notification.Name, in center: NotificationCenter,
    _ body: @escaping @Sendable (Notification) -> Void
  ) {
    self.center = center
    token = Mutex(center.addObserver(forName: name, object: nil, queue: nil, using: body))
  }

  /// Ends it.
  package func end() { token.withLock { center.removeObserver($0) } }
}
