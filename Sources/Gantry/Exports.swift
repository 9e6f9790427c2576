// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

// A module author writes one import: the rooms below belong to what `import Gantry` means.
// `config` and `logger` of a context are types of these two libraries.
@_exported public import Configuration
@_exported public import GantryDiscovery
@_exported public import GantryEvents
@_exported public import GantryLaunch
@_exported public import GantryRouting
@_exported public import GantryServices
@_exported public import Logging
