// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GantryCore

#if canImport(ObjectiveC)
  internal import ObjectiveC
#endif

extension AppHost {
  /// Attaches the host to the app's own delegate, so that modules hear its methods.
  ///
  /// - Parameters:
  ///   - delegate: The delegate.
  ///   - methods: The methods and the modules' part in each; methods without handlers are left
  ///     alone.
  ///   - runtime: The Objective-C runtime.
  /// - Returns: The attachment. If the host already has one, it gets these methods as well.
  /// - Throws: ``AttachError``, with the reason why the host cannot attach.
  package func attach(
    to delegate: AnyObject, _ methods: [Interposition], _ runtime: any DelegateRuntime
  ) throws(AttachError) -> DelegateAttachment {
    if surroundings.bundle.isExtension { throw .appExtension }
    guard surroundings.bundle.mayAttach else { throw .switchedOff(key: BundleFacts.attachingKey) }
    let type = runtime.classes(of: delegate).stated
    if runtime.isOfSystem(type) { throw .foreignClass(name: runtime.name(of: type)) }
    if let index = attached.firstIndex(where: { $0.isOf(delegate) }) {
      let (known, taken) = (attached[index].attachment, attached[index].attachment.methods)
      // One object is often the delegate of the app and of its scenes.
      attached[index].add(methods)
      _ = known.take(heard(attached[index].methods))
      if known.methods != taken { resetDelegate?() }
      return known
    }
    let taken = Interposer.attach(delegate, heard(methods), runtime, for: self)
    guard let taken else { throw .otherHost }
    let attachment = DelegateAttachment(taken.methods, taken.id)
    attached.append(.init(object: delegate, attachment: attachment, methods: methods))
    resetDelegate?()
    return attachment
  }

  /// Extends all attachments to the methods that modules handle now.
  func extendAttachments() {
    attached.removeAll { !$0.attachment.take(heard($0.methods)) }
  }

  /// The attachment to a delegate; nil without one.
  func attachment(to delegate: AnyObject) -> DelegateAttachment? {
    attached.first { $0.isOf(delegate) }?.attachment
  }

  private func heard(_ methods: [Interposition]) -> [Interposition] {
    methods.filter { answers.responds(to: $0.row.method, isOverridden: false) }
  }

  /// Attaches the host to the delegates of scenes that connect from now on.
  ///
  /// - Parameters:
  ///   - name: The notification that the system posts when a scene connects.
  ///   - methods: The methods and the modules' part in each.
  ///   - runtime: The Objective-C runtime.
  ///   - delegate: Reads the scene's delegate and how to set it again, since the scene has asked
  ///     for its methods by then. Nil if the notification has no delegate.
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
          host.warn("the host cannot attach to a scene's delegate: \(error)")
        }
      }
    }
  }
}

#if canImport(ObjectiveC)
  extension AppHost {
    /// Whether a delegate responds to a method that it has.
    ///
    /// - Parameters:
    ///   - selector: The method.
    ///   - delegate: The delegate.
    ///   - base: The class of this library that implements it for modules.
    nonisolated func responds(
      to selector: Selector, _ delegate: AnyObject, below base: AnyClass
    ) -> Bool {
      guard let row = DelegateMethodRow.of(selector) else { return true }
      // Looked up each time, since a library may have added the method to the class meanwhile.
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

    /// A selector as a word: it is just the address of a name.
    private static func word(_ selector: Selector) -> UInt {
      unsafeBitCast(selector, to: UInt.self)
    }
  }
#endif
