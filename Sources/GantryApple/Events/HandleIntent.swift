// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import GantryCore
  public import Intents

  /// Asks the app to handle a SiriKit intent, on systems that don't ask for a handler.
  ///
  /// Handle `HandlerForIntent` as well: a system that asks for a handler doesn't send this event.
  /// Respond at once. If no module does, a delegate that the host is attached to can respond.
  @MainActor
  public struct HandleIntent: LifecycleEvent {
    /// The intent.
    public let intent: INIntent

    /// Creates the event.
    ///
    /// - Parameter intent: The intent.
    public init(intent: INIntent) { self.intent = intent }

    /// The first answer that is not nil.
    public nonisolated static var merge: MergeRule<IntentResponse?> { .first() }
  }
#endif
