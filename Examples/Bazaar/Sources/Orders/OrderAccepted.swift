// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry

/// An order is right, and has yet to be stored; only this module hears of it.
struct OrderAccepted: Event {
  let row: OrderRow
}
