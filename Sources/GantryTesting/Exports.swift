// SPDX-License-Identifier: Apache-2.0

// A test of a module writes one import, and speaks of plans, events and services at once.
@_exported public import Gantry
