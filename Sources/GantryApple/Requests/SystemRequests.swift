// SPDX-License-Identifier: Apache-2.0

#if (canImport(UIKit) || canImport(AppKit)) && !os(watchOS) && !os(tvOS)
  public import CloudKit
  public import GantryCore
  public import Intents

  /// A person has accepted a CloudKit share.
  ///
  /// It comes from the delegate of the app or of a scene, or with a scene's connection. Only
  /// modules on the main actor can read the metadata.
  @MainActor
  public struct AcceptShare: LifecycleEvent {
    /// The share, to be accepted with `CKAcceptSharesOperation`.
    public let metadata: CKShare.Metadata
    /// The scene that it is meant for; nil in an app without scenes.
    public let scene: SceneID?

    /// Creates the event.
    ///
    /// - Parameters:
    ///   - metadata: The share.
    ///   - scene: The scene that it is meant for; nil in an app without scenes.
    public init(metadata: CKShare.Metadata, scene: SceneID? = nil) {
      self.metadata = metadata
      self.scene = scene
    }

    /// Held for modules that are still launching.
    public nonisolated static var whileLaunching: LaunchingPolicy { .hold }
  }

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

  /// An object that handles an intent.
  @MainActor
  public struct IntentHandler {
    /// The object, which conforms to the handling protocol of the intent.
    public let object: AnyObject

    /// Wraps the object that handles an intent.
    ///
    /// - Parameter object: The object, which conforms to the handling protocol of the intent.
    public init(_ object: AnyObject) { self.object = object }
  }

  #if canImport(UIKit)
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

    /// The response to an intent.
    @MainActor
    public struct IntentResponse {
      /// The response, of the class that belongs to the intent.
      public let response: INIntentResponse

      /// Wraps the response.
      ///
      /// - Parameter response: The response, of the class that belongs to the intent.
      public init(_ response: INIntentResponse) { self.response = response }
    }
  #endif
#endif
