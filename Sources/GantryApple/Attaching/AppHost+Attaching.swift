// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import Gantry

#if canImport(ObjectiveC)
  internal import ObjectiveC
#endif

extension AppHost {
  /// Has modules hear the methods of a delegate that is not the host's.
  ///
  /// - Parameters:
  ///   - delegate: The delegate.
  ///   - methods: The methods and the modules' part in each; those without handlers are left alone.
  ///   - runtime: The Objective-C runtime.
  /// - Returns: The attachment; with no methods where the host is attached already.
  /// - Throws: ``AttachError``, for the reason that forbids it.
  package func attach(
    to delegate: AnyObject, _ methods: [Interposition], _ runtime: any DelegateRuntime
  ) throws(AttachError) -> DelegateAttachment {
    if surroundings.bundle.isExtension { throw .appExtension }
    guard surroundings.bundle.mayAttach else { throw .switchedOff(key: BundleFacts.attachingKey) }
    let type = runtime.classes(of: delegate).stated
    if runtime.isOfSystem(type) { throw .foreignClass(name: runtime.name(of: type)) }
    guard let (number, taken) = Interposer.attach(delegate, heard(methods), runtime) else {
      return DelegateAttachment([], nil)
    }
    let attachment = DelegateAttachment(taken, number)
    attached.append(
      AttachedDelegate(object: delegate, attachment: attachment, methods: methods))
    resetDelegate?()
    return attachment
  }

  /// Has modules hear the methods that they handle now, of all delegates that the host is attached to.
  func extendAttachments() {
    attached.removeAll { !$0.attachment.take(heard($0.methods)) }
  }

  /// Whether the host is attached to a delegate.
  func isAttached(to delegate: AnyObject) -> Bool {
    attached.contains { $0.object === delegate && $0.attachment.isGoingOn }
  }

  private func heard(_ methods: [Interposition]) -> [Interposition] {
    methods.filter { answers.responds(to: $0.row.method, isOverridden: false) }
  }

  /// Has modules hear the methods of the delegates of scenes that connect from now on.
  ///
  /// - Parameters:
  ///   - name: The notification that the system posts when a scene connects.
  ///   - methods: The methods and the modules' part in each.
  ///   - runtime: The Objective-C runtime.
  ///   - delegate: Reads the scene's delegate, and how it is set anew, since the scene has asked it
  ///     for its methods by then; nil where the notification has none.
  package func attachToScenes(
    connecting name: Notification.Name, _ methods: [Interposition],
    _ runtime: any DelegateRuntime,
    delegate: @escaping @Sendable (Notification) -> (@MainActor @Sendable () -> SettableDelegate?)?
  ) {
    guard !attachesToScenes else { return }
    attachesToScenes = true
    observe(name) { notification in
      guard let delegate = delegate(notification) else { return nil }
      return { host in
        guard let delegate = delegate() else { return }
        do throws(AttachError) {
          _ = try host.attach(to: delegate.object, methods, runtime)
          delegate.reset()
        } catch {
          host.warn("the host does not attach to the delegate of a scene: \(error)")
        }
      }
    }
  }
}

#if canImport(ObjectiveC)
  extension AppHost {
    /// Whether the system is told of a method that a delegate has.
    ///
    /// - Parameters:
    ///   - selector: The method.
    ///   - delegate: The delegate.
    ///   - base: The class of this library that implements it for modules.
    nonisolated func responds(
      to selector: Selector, _ delegate: AnyObject, below base: AnyClass
    ) -> Bool {
      guard let row = DelegateMethodRow.of(selector) else { return true }
      // Asked each time: a library may have added the method to the class meanwhile.
      return answers.responds(
        to: row,
        isOverridden: class_getMethodImplementation(type(of: delegate), selector)
          != class_getMethodImplementation(base, selector))
    }
  }

  extension DelegateMethodRow {
    /// The rows of the system's delegates.
    private static let bySelector = SelectorTable(
      all(of: .current).map { (word(NSSelectorFromString($0.selector)), $0) })

    /// The row of a method of the system's delegates; nil for another method.
    static func of(_ selector: Selector) -> DelegateMethodRow? { bySelector[word(selector)] }

    /// The address of a name, which is all that a selector is.
    private static func word(_ selector: Selector) -> UInt {
      unsafeBitCast(selector, to: UInt.self)
    }
  }
#endif
