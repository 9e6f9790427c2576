// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A call and the one around it; a call that a host makes has none, and costs no list.
@usableFromInline
final class PageLink: Sendable {
  private let call: PageCall
  private let outer: PageLink?

  init(_ call: PageCall, inside outer: PageLink?) {
    self.call = call
    self.outer = outer
  }

  /// The calls, outermost first.
  var chain: [PageCall] {
    var calls: [PageCall] = []
    var link: PageLink? = self
    while let current = link {
      calls.append(current.call)
      link = current.outer
    }
    return calls.reversed()
  }
}
