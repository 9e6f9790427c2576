// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

/// A provided service whose type is known only to the caller that asks for it.
@usableFromInline
protocol ServiceEntry: AnyObject, Sendable {
  var type: ServiceType { get }
  var provider: String { get }
  var scope: ServiceScope { get }
}

/// The one instance that all callers get, where that is an object.
protocol ServiceObject {
  var object: WeakReference? { get }
}
