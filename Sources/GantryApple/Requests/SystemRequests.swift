// SPDX-License-Identifier: Apache-2.0

#if (canImport(UIKit) || canImport(AppKit)) && !os(watchOS) && !os(tvOS)
  public import CloudKit
  public import Gantry
  public import Intents

  /// People have accepted a share of CloudKit that someone offered them.
  ///
  /// It comes from the delegate of the app or of a scene, or with the connection of a scene. Only a
  /// module on the main actor reads the metadata.
  @MainActor
  public struct AcceptShare: LifecycleEvent {
    /// The share, to be accepted with `CKAcceptSharesOperation`.
    public let metadata: CKShare.Metadata
    /// The scene that it is meant for; nil in an app without scenes.
    public let scene: SceneID?

    /// Makes the event.
    ///
    /// - Parameters:
    ///   - metadata: The share.
    ///   - scene: The scene that it is meant for; nil in an app without scenes.
    public init(metadata: CKShare.Metadata, scene: SceneID? = nil) {
      self.metadata = metadata
      self.scene = scene
    }

    /// Kept for a module that is still launching.
    public nonisolated static var whileLaunching: LaunchingPolicy { .hold }
  }

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
