// SPDX-License-Identifier: Apache-2.0

/// An event for the handlers that name its identifier, and for those that name none.
package protocol BackgroundTaskEvent: LifecycleEvent {
  /// The identifier of the background task.
  var identifier: String { get }
}
