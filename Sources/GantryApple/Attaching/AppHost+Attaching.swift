// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import Gantry

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
