// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

// A test of a module writes one import, and speaks of plans, events and services at once.
@_exported public import Gantry
