// SPDX-License-Identifier: Apache-2.0

/// Why a host does not attach to a delegate.
///
/// A delegate that isn't an object needs no case: only objects conform to the protocols of the system's
/// delegates, so the compiler refuses anything else.
@nonexhaustive
public enum AttachError: Error, Hashable, CustomStringConvertible {
  /// The process runs an extension, which has no application and no delegate.
  case appExtension
  /// Info.plist forbids it.
  case switchedOff(key: String)
  /// The delegate's class belongs to the system, whose classes stay as they are.
  case foreignClass(name: String)

  /// The reason, and the remedy.
  public var description: String {
    switch self {
    case .appExtension:
      """
      an app extension has no delegate to attach to. Start its modules with `application.start()`.
      """
    case .switchedOff(let key):
      "Info.plist says NO for \(key). Remove the key, or derive your delegate from ModularAppDelegate."
    case .foreignClass(let name):
      """
      \(name) is a class of the system. Attach to a delegate of a class of your own; below SwiftUI, \
      declare a ModularAppDelegate with `@UIApplicationDelegateAdaptor`.
      """
    }
  }
}

/// A delegate that a host is attached to.
@MainActor
public final class DelegateAttachment {
  /// The methods by which modules hear from it; of those it has, and of those that were added.
  ///
  /// ``AppHost/refresh()`` adds those that modules handle by then.
  public private(set) var methods: [DelegateMethod]
  private var number: Int?

  init(_ methods: [DelegateMethod], _ number: Int?) {
    self.methods = methods
    self.number = number
  }

  /// Gives the delegate its methods back; a second call does nothing.
  ///
  /// Methods that it did not have stay, and answer as if no module listened.
  public func detach() {
    if let number { Interposer.detach(number) }
    number = nil
  }

  /// Whether it has not been ended.
  var isGoingOn: Bool { number != nil }

  /// Takes further methods; false where it has ended, or its delegate has gone.
  func take(_ interpositions: [Interposition]) -> Bool {
    guard let number, let all = Interposer.extend(number, by: interpositions) else { return false }
    methods = all
    return true
  }
}

/// A delegate that a host is attached to, and all methods that modules may take part in.
struct AttachedDelegate {
  weak let object: AnyObject?
  let attachment: DelegateAttachment
  let methods: [Interposition]
}

/// A delegate, and the way to take it from its owner and to give it back.
package struct SettableDelegate {
  let object: AnyObject
  let reset: @MainActor () -> Void

  /// States both.
  ///
  /// - Parameters:
  ///   - object: The delegate.
  ///   - reset: Takes it and gives it back: its owner asks then which methods it has.
  package init(_ object: AnyObject, reset: @escaping @MainActor () -> Void) {
    self.object = object
    self.reset = reset
  }
}
