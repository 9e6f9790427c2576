// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A provided value whose type is known only to the code that reads it.
@usableFromInline
protocol ValueEntry: AnyObject, Sendable {
  var owner: String { get }
  /// The value in words; a closure is asked for it.
  var text: String? { get }
}

/// A provided value with its type.
@usableFromInline
final class ValueBox<Value: Sendable>: ValueEntry {
  @usableFromInline enum Source: Sendable {
    case value(Value?)
    case closure(@Sendable () -> Value?)
  }

  @usableFromInline let source: Source
  @usableFromInline let owner: String

  init(_ source: Source, owner: String) {
    self.source = source
    self.owner = owner
  }

  @inlinable var value: Value? {
    switch source {
    case .value(let value): value
    case .closure(let read): asked(read)
    }
  }

  /// The closure's value; nil when it is being asked already, further out.
  @usableFromInline
  func asked(_ read: @Sendable () -> Value?) -> Value? {
    OpenRead.of(self, read) ?? nil
  }

  @usableFromInline var text: String? { value.map { String(describing: $0) } }
}
