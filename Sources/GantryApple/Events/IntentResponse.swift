// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import Intents

  /// The response to an intent; wrapped, so that it can be an answer, which is `Sendable`.
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
