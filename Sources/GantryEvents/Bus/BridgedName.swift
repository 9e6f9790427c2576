// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

/// A notification's name in one center: an event received under it is not posted under it again.
struct BridgedName: Hashable, Sendable {
  private let center: ObjectIdentifier
  private let name: String

  init(_ name: String, in center: NotificationCenter) {
    self.center = ObjectIdentifier(center)
    self.name = name
  }
}
