// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Foundation

/// Carries chosen events to a notification center, and chosen notifications back as events.
///
/// A bridge does nothing until it is asked to, and each thing it was asked for ends with its
/// token. What a bridge has posted becomes an event on no bus, so that the same event may go both
/// ways, through one bridge or several; nor do bridges connect buses.
///
/// ```swift
/// let bridge = NotificationBridge(events)
/// tokens.append(bridge.publish(DidBecomeActive.self))
/// tokens.append(bridge.receive(.accountChanged) { _ in AccountChanged() })
/// ```
public final class NotificationBridge: Sendable {
  private let events: EventBus
  private let center: NotificationCenter

  /// Makes a bridge that carries nothing yet.
  ///
  /// - Parameters:
  ///   - events: The events of the application.
  ///   - center: Where notifications are posted and observed.
  public init(_ events: EventBus, to center: NotificationCenter = .default) {
    self.events = events
    self.center = center
  }

  /// Posts every lifecycle event of one type, on the main actor, when the modules have heard it.
  ///
  /// - Parameter event: The event's type, which says name and user info of the notification.
  /// - Returns: The token that keeps it going.
  public func publish<E: LifecycleEvent & NotificationRepresentable>(
    _ event: E.Type
  ) -> Subscription {
    events.subscribe(to: event, as: "NotificationBridge") { self.post($0) }
  }

  /// Posts every event of one type, in the order sent, off the main actor.
  ///
  /// - Parameter event: The event's type, which says name and user info of the notification.
  /// - Returns: The token that keeps it going.
  public func publish<E: Event & NotificationRepresentable>(_ event: E.Type) -> Subscription {
    events.subscribe(to: event, as: "NotificationBridge") { self.post($0) }
  }

  /// Sends an event for every notification of one name.
  ///
  /// - Parameters:
  ///   - name: The notification's name.
  ///   - makeEvent: Reads the notification, in the thread that posts it; nil sends nothing.
  /// - Returns: The token that keeps it going.
  public func receive<E: Event>(
    _ name: Notification.Name, as makeEvent: @escaping @Sendable (Notification) -> E?
  ) -> Subscription {
    let observation = observe(name, makeEvent) { self.events.send($0) }
    return Subscription { observation.end() }
  }

  /// Sends a lifecycle event for every notification of one name.
  ///
  /// It is sent when the main actor is free, in the order of the notifications; who posts does not
  /// wait for it, and its answer is dropped.
  ///
  /// - Parameters:
  ///   - name: The notification's name.
  ///   - makeEvent: Reads the notification, in the thread that posts it; nil sends nothing.
  /// - Returns: The token that keeps it going.
  public func receive<E: LifecycleEvent>(
    _ name: Notification.Name, as makeEvent: @escaping @Sendable (Notification) -> E?
  ) -> Subscription {
    // One task for all, as tasks of their own might come to the main actor in another order.
    let (stream, received) = AsyncStream<E>.makeStream()
    let sending = Task { @MainActor [events] in
      for await event in stream where !Task.isCancelled { events.send(event) }
    }
    let observation = observe(name, makeEvent) { received.yield($0) }
    return Subscription {
      observation.end()
      sending.cancel()
    }
  }

  private func observe<E>(
    _ name: Notification.Name, _ makeEvent: @escaping @Sendable (Notification) -> E?,
    _ send: @escaping @Sendable (E) -> Void
  ) -> NotificationObservation {
    NotificationObservation(of: name, in: center) { notification in
      if notification.object is NotificationBridge { return }
      if let event = makeEvent(notification) { send(event) }
    }
  }

  private func post<E: NotificationRepresentable>(_ event: E) {
    center.post(
      name: Notification.Name(E.notificationName), object: self,
      userInfo: event.notificationUserInfo)
  }
}
