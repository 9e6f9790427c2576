// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Knows who uses the app.
@MainActor
public protocol AccountService: Sendable {
  /// The name of whoever is signed in where the call comes from: in the browser whose request is
  /// answered, otherwise at the terminal. It is `guest` when nobody is.
  var customer: String { get }
}
