// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// An instance of a service that is being made, as all that its provider calls can see it.
final class ServiceMaking: Sendable {
  @TaskLocal static var current: ServiceMaking?

  private let type: ServiceType
  private let maker: ObjectIdentifier
  private let outer: ServiceMaking?
  /// A task that the provider leaves behind still sees the making after its end.
  private let isOver = Atomic(false)

  /// Begins to make an instance.
  ///
  /// - Throws: ``ServiceError/madeOfItself(type:path:)`` where the same maker is at it already:
  ///   each instance would need another one, without an end.
  init(_ type: ServiceType, by maker: ObjectIdentifier) throws(ServiceError) {
    self.type = type
    self.maker = maker
    outer = Self.current
    var path = [type.name]
    var next = outer
    while let making = next {
      path.append(making.type.name)
      if making.maker == maker, !making.isOver.load(ordering: .relaxed) {
        throw .madeOfItself(type: type.name, path: path.reversed())
      }
      next = making.outer
    }
  }

  /// Ends the making, whether it succeeded or not.
  func end() { isOver.store(true, ordering: .relaxed) }
}
