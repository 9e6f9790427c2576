// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry

/// Somebody wants to see a customer's messages; only this module hears of it.
struct MessagesAsked: Event {
  let customer: String
}
