// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

// A module author writes one import: the targets below are part of `import Gantry`.
// `config` of a context is a type of this library. The library of `logger` is not brought along:
// beside `import os`, its `Logger` would be ambiguous in every file that imports Gantry.
@_exported public import Configuration
@_exported public import GantryDiscovery
@_exported public import GantryEvents
@_exported public import GantryLaunch
@_exported public import GantryRouting
@_exported public import GantryServices
