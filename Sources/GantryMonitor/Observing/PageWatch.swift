// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The observers of one page, or of one type of pages: made again with each change.
@usableFromInline
final class PageWatch: Sendable {
  let page: PageClass
  /// In the order of their registration.
  let observers: [PageObserver]
  /// The first of them, apart from the others: mostly there are no others.
  private let first: @Sendable (PageTiming) -> Void
  private let others: [PageObserver]

  init(_ page: PageClass, _ observers: [PageObserver]) {
    self.page = page
    self.observers = observers
    if let first = observers.first { self.first = first.body } else { first = { _ in } }
    others = Array(observers.dropFirst())
  }

  // Not inlined: the caller keeps this object, so its closures are called without a copy.
  @inline(never)
  func tell(_ timing: PageTiming) {
    first(timing)
    for observer in others { observer.body(timing) }
  }
}

/// A closure that is told of calls.
struct PageObserver: Sendable {
  let id: Int
  /// The owner that has at most one observer of a page; nil for owners that may have many.
  var owner: ObjectIdentifier?
  let body: @Sendable (PageTiming) -> Void
}
