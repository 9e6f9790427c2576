// SPDX-License-Identifier: Apache-2.0

#if (canImport(UIKit) || canImport(AppKit)) && canImport(Intents) && !os(watchOS) && !os(tvOS)
  public import Gantry
  public import Intents

  /// Which object handles an intent of SiriKit in the app.
  ///
  /// Only a module on the main actor reads the intent.
  @MainActor
  public struct HandlerForIntent: LifecycleEvent {
    /// The intent.
    public let intent: INIntent

    /// Makes the event.
    ///
    /// - Parameter intent: The intent.
    public init(intent: INIntent) { self.intent = intent }

    /// The first answer that is not nil.
    public nonisolated static var merge: MergeRule<IntentHandler?> { .first() }
  }

  /// An object that handles an intent.
  @MainActor
  public struct IntentHandler {
    /// The object; it conforms to the protocol that belongs to the intent.
    public let object: AnyObject

    /// Names the object that handles an intent.
    ///
    /// - Parameter object: It conforms to the protocol that belongs to the intent.
    public init(_ object: AnyObject) { self.object = object }
  }

  #if canImport(UIKit)
    /// An intent of SiriKit is to be handled in the app, by systems that do not ask for a handler.
    ///
    /// Answer `HandlerForIntent`, too: a system that asks for a handler sends no such event. A response
    /// is given at once, or is that of a delegate which the host is attached to.
    @MainActor
    public struct HandleIntent: LifecycleEvent {
      /// The intent.
      public let intent: INIntent

      /// Makes the event.
      ///
      /// - Parameter intent: The intent.
      public init(intent: INIntent) { self.intent = intent }

      /// The first answer that is not nil.
      public nonisolated static var merge: MergeRule<IntentResponse?> { .first() }
    }

    /// The response to an intent.
    @MainActor
    public struct IntentResponse {
      /// The response; its class belongs to the intent.
      public let response: INIntentResponse

      /// Names the response.
      ///
      /// - Parameter response: Its class belongs to the intent.
      public init(_ response: INIntentResponse) { self.response = response }
    }
  #endif
#endif
