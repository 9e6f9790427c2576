// SPDX-License-Identifier: Apache-2.0

// Module authors write a single import: the names below are part of `import Gantry`. From libraries
// that contain an engine, only names that authors of modules, apps and tests write are exported.
// For the others, such as `LaunchGraph` and `ServiceWiring`, import the library itself.

// `config` of a context is a type of this library. The library of `logger` isn't exported: beside
// `import os`, its `Logger` would be ambiguous in every file that imports Gantry.
@_exported public import Configuration
@_exported public import GantryEvents
@_exported public import enum GantryLaunch.LaunchError
@_exported public import enum GantryLaunch.LaunchLane
@_exported public import enum GantryLaunch.LaunchOutcome
@_exported public import struct GantryLaunch.LaunchPlan
@_exported public import enum GantryLaunch.LaunchProfileError
@_exported public import struct GantryLaunch.LaunchReport
@_exported public import struct GantryLaunch.LaunchShuffle
@_exported public import enum GantryLaunch.LaunchStage
@_exported public import class GantryLaunch.LaunchToken
@_exported public import struct GantryLaunch.Milestone
@_exported public import struct GantryLaunch.RetryPolicy
// The drawings of a launch: members of its report. The library has no public types.
@_exported public import GantryReports
// All of it is exported, because a macro such as its `@RoutePattern` cannot be exported on its own.
@_exported public import GantryRouting
@_exported public import struct GantryServices.Lazy
@_exported public import enum GantryServices.ServiceError
@_exported public import struct GantryServices.ServiceKey
@_exported public import struct GantryServices.ServiceKeys
@_exported public import struct GantryServices.ServiceQualifier
@_exported public import class GantryServices.ServiceRegistry
@_exported public import enum GantryServices.ServiceScope
@_exported public import struct GantryText.Priority
