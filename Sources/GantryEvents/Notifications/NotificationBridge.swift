// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Foundation

/// Carries chosen events to a notification center, and chosen notifications back as events.
///
/// A bridge does nothing until it is asked to, and each thing it was asked for ends with its
/// token. It never turns its own notifications into events, so that the same event may go both
/// ways.
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
    let observation = NotificationObservation(of: name, in: center) { notification in
      if notification.object as AnyObject? === self { return }
      if let event = makeEvent(notification) { self.events.send(event) }
    }
    return Subscription { observation.end() }
  }

  private func post<E: NotificationRepresentable>(_ event: E) {
    center.post(
      name: Notification.Name(E.notificationName), object: self,
      userInfo: event.notificationUserInfo)
  }
}
