// SPDX-License-Identifier: Apache-2.0

#if (canImport(UIKit) || canImport(AppKit)) && !os(watchOS) && !os(tvOS)
  /// An object that handles an intent; wrapped, so that it can be an answer, which is `Sendable`.
  @MainActor
  public struct IntentHandler {
    /// The object, which conforms to the handling protocol of the intent.
    public let object: AnyObject

    /// Wraps the object that handles an intent.
    ///
    /// - Parameter object: The object, which conforms to the handling protocol of the intent.
    public init(_ object: AnyObject) { self.object = object }
  }
#endif
