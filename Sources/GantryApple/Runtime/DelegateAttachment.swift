// SPDX-License-Identifier: Apache-2.0

/// A delegate that a host is attached to.
///
/// The host keeps the attachment: it ends with ``detach()``, with the delegate or with the host, and not
/// when you release it.
@MainActor
public final class DelegateAttachment {
  /// The delegate's methods that modules hear: its own, and those that were added.
  ///
  /// ``AppHost/refresh()`` adds the methods that modules handle by then.
  public private(set) var methods: [DelegateMethod]
  private var number: Int?

  init(_ methods: [DelegateMethod], _ number: Int) {
    self.methods = methods
    self.number = number
  }

  /// Gives the delegate its methods back; a second call does nothing.
  ///
  /// Methods that were added stay, and answer as if no module listened.
  public func detach() {
    if let number { Interposer.detach(number) }
    number = nil
  }

  /// Whether the attachment has not been ended.
  var isGoingOn: Bool { number != nil }

  /// Adds further methods; false if the attachment has ended, or its delegate no longer exists.
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
  private(set) var methods: [Interposition]

  /// Whether the attachment is one to this delegate, and has not been ended.
  @MainActor func isOf(_ delegate: AnyObject) -> Bool {
    object === delegate && attachment.isGoingOn
  }

  /// Adds the methods that are new.
  mutating func add(_ others: [Interposition]) {
    let known = Set(methods.map(\.row.method))
    methods += others.filter { !known.contains($0.row.method) }
  }
}

/// A delegate, and a way to set it again.
package struct SettableDelegate {
  let object: AnyObject
  let reset: @MainActor () -> Void

  /// Creates the pair.
  ///
  /// - Parameters:
  ///   - object: The delegate.
  ///   - reset: Removes the delegate and sets it again, so that its owner asks for its methods.
  package init(_ object: AnyObject, reset: @escaping @MainActor () -> Void) {
    self.object = object
    self.reset = reset
  }
}
