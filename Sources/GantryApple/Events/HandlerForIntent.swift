// SPDX-License-Identifier: Apache-2.0

#if (canImport(UIKit) || canImport(AppKit)) && !os(watchOS) && !os(tvOS)
  public import GantryCore
  public import Intents

  /// Asks which object handles a SiriKit intent in the app.
  ///
  /// Only modules on the main actor can read the intent.
  @MainActor
  public struct HandlerForIntent: LifecycleEvent {
    /// The intent.
    public let intent: INIntent

    /// Creates the event.
    ///
    /// - Parameter intent: The intent.
    public init(intent: INIntent) { self.intent = intent }

    /// The first answer that is not nil.
    public nonisolated static var merge: MergeRule<IntentHandler?> { .first() }
  }
#endif
