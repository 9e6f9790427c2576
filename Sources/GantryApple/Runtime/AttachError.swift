// SPDX-License-Identifier: Apache-2.0

/// Why a host cannot attach to a delegate.
///
/// A delegate that isn't an object needs no case: only objects conform to the protocols of the system's
/// delegates, so the compiler refuses anything else.
@nonexhaustive
public enum AttachError: Error, Hashable, CustomStringConvertible {
  /// The process runs an extension, which has no application and no delegate.
  case appExtension
  /// Info.plist forbids it.
  case switchedOff(key: String)
  /// The delegate's class belongs to the system, whose classes are never changed.
  case foreignClass(name: String)
  /// Another host is attached to the delegate.
  case otherHost

  /// The reason, and the remedy.
  public var description: String {
    switch self {
    case .appExtension:
      """
      an app extension has no delegate to attach to. Start its modules with `application.start()`.
      """
    case .switchedOff(let key):
      "Info.plist sets \(key) to NO. Remove the key, or derive your delegate from ModularAppDelegate."
    case .foreignClass(let name):
      """
      \(name) is a system class. Attach to a delegate of your own class; in a SwiftUI app, declare \
      a ModularAppDelegate with `@UIApplicationDelegateAdaptor`.
      """
    case .otherHost: "another AppHost is attached to the delegate. Detach that one, or use it."
    }
  }
}
