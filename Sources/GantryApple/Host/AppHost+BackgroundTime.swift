// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
internal import GantryEvents
internal import Logging

/// The time that the system gives an app in the background.
struct BackgroundTime {
  /// Whether the app is in the background.
  var isInBackground = false
  /// Whether the modules are being stopped.
  var isStopping = false
  /// Whether the system has said that the time is up, since the app went to the background.
  var isUp = false
  /// Gives the time back, while the host has asked for some.
  var end: (@MainActor () -> Void)?
}

extension AppHost {
  /// Asks the system for time; returns what gives it back, or nil if the system grants none.
  package typealias BackgroundTimeRequest =
    @MainActor (_ expired: @escaping @MainActor @Sendable () -> Void) -> (@MainActor () -> Void)?

  /// Sends an event about the app's state, and notes which of its handlers run afterwards.
  func report<EventType: LifecycleEvent>(_ event: EventType) {
    events.send(event, listing: running)
  }

  /// Notes that the app goes to the background or leaves it.
  func setBackground(_ isInBackground: Bool) {
    backgroundTime.isInBackground = isInBackground
    backgroundTime.isUp = false
    if !isInBackground { running.resume() }
    updateBackgroundTime()
  }

  func setStopping(_ isStopping: Bool) {
    backgroundTime.isStopping = isStopping
    updateBackgroundTime()
  }

  /// Asks for time while handlers run in the background, or modules stop there, and gives it back
  /// afterwards.
  func updateBackgroundTime() {
    let isBusy = !running.isEmpty || backgroundTime.isStopping
    guard backgroundTime.isInBackground, isBusy, !backgroundTime.isUp else {
      let end = backgroundTime.end
      backgroundTime.end = nil
      end?()
      return
    }
    guard backgroundTime.end == nil, !surroundings.bundle.isExtension else { return }
    backgroundTime.end = requestBackgroundTime? { [weak self] in self?.timeIsUp() }
  }

  /// Cancels the handlers that run in the background, since the system is about to suspend the app.
  private func timeIsUp() {
    guard backgroundTime.end != nil else { return }
    backgroundTime.isUp = true
    running.cancel()
    if backgroundTime.isStopping {
      warn("the time that the system gives is up, and the modules have not stopped")
    }
    updateBackgroundTime()
  }
}
