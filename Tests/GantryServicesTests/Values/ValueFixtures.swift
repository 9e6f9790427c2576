// SPDX-License-Identifier: Apache-2.0

import GantryServices
import Synchronization

extension SharedValueKeys {
  var level: DefaultedValueKey<Int> { .init("level", default: 3) }
  var name: SharedValueKey<String> { .init("name") }
  /// Another key's name, with another type.
  var numberedName: SharedValueKey<Int> { .init("name") }
  var x: SharedValueKey<Int> { .init("x") }
  var openVoucher: SharedValueKey<String> { .init("voucher") }
  var secretVoucher: SharedValueKey<String> { .init("voucher", isSensitive: true) }
  var long: SharedValueKey<Int> { .init("a name of more than two words of memory") }
  var longer: SharedValueKey<Int> { .init("a name of more than two w0rds of memory") }
  var kept: SharedValueKey<Kept> { .init("kept") }
  /// The key `x`, whose name is stored as a scalar and not as a literal's address.
  var elsewhere: SharedValueKey<Int> { .init(Self.x()) }

  /// One key per type.
  subscript<Value: Sendable>(tag: Tag<Value>) -> SharedValueKey<Value> { .init("tagged") }

  /// A literal of a generic type isn't a string literal.
  static func x<T: ExpressibleByUnicodeScalarLiteral>() -> T { "x" }
}

struct Tag<Value>: Hashable {}

final class Kept: Sendable {
  let onEnd: @Sendable () -> Void
  init(onEnd: @escaping @Sendable () -> Void = {}) { self.onEnd = onEnd }
  deinit { onEnd() }
}

/// Counts from any thread.
final class Counter: Sendable {
  private let value = Mutex(0)
  var count: Int { value.withLock { $0 } }
  func next() -> Int {
    value.withLock {
      $0 += 1
      return $0
    }
  }
}
