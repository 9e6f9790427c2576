// SPDX-License-Identifier: Apache-2.0

// Authors of modules, apps and tests write a single import. It brings each type that a public
// declaration mentions: what can't be named can't be stored, passed on or extended.

// The library of a context's `logger` isn't exported: beside `import os`, its `Logger` would be
// ambiguous in every file that imports Gantry.
@_exported public import struct GantryEvents.DidBecomeActive
@_exported public import struct GantryEvents.DidEnterBackground
@_exported public import struct GantryEvents.DidFinishLaunching
@_exported public import struct GantryEvents.DidReceiveMemoryPressure
@_exported public import struct GantryEvents.DidReloadConfiguration
@_exported public import class GantryEvents.EventBus
@_exported public import struct GantryEvents.EventExplanation
@_exported public import struct GantryEvents.EventStream
@_exported public import class GantryEvents.EventSubscription
@_exported public import struct GantryEvents.HandlerOptions
@_exported public import enum GantryEvents.HandlerOrder
@_exported public import enum GantryEvents.HandlerRepetition
@_exported public import enum GantryEvents.MemoryPressureLevel
@_exported public import class GantryEvents.NotificationBridge
@_exported public import struct GantryEvents.OpenURL
@_exported public import struct GantryEvents.PerformQuickAction
@_exported public import struct GantryEvents.SceneID
@_exported public import struct GantryEvents.WillEnterForeground
@_exported public import struct GantryEvents.WillFinishLaunching
@_exported public import struct GantryEvents.WillResignActive
@_exported public import struct GantryEvents.WillTerminate
@_exported public import enum GantryLaunch.LaunchOutcome
@_exported public import struct GantryLaunch.LaunchPlan
@_exported public import struct GantryLaunch.LaunchReport
@_exported public import struct GantryLaunch.LaunchSkip
@_exported public import enum GantryLaunch.LaunchSource
@_exported public import enum GantryLaunch.LaunchStage
@_exported public import class GantryLaunch.LaunchToken
@_exported public import struct GantryLaunch.Milestone
@_exported public import struct GantryLaunch.OpenTask
@_exported public import enum GantryLaunch.ProcessKind
@_exported public import struct GantryLaunch.RetryPolicy
@_exported public import GantryNames
// The drawings of a launch: members of its report. The library has no public types.
@_exported public import GantryReports
@_exported public import struct GantryRouting.InterceptorOptions
@_exported public import struct GantryRouting.InterceptorToken
@_exported public import struct GantryRouting.RouteCall
@_exported public import enum GantryRouting.RouteDecision
@_exported public import struct GantryRouting.RouteInfo
@_exported public import struct GantryRouting.RouteOptions
@_exported public import struct GantryRouting.RouteRedirects
@_exported public import class GantryRouting.Router
@_exported public import struct GantryServices.Lazy
@_exported public import enum GantryServices.ServiceError
@_exported public import class GantryServices.ServiceRegistry
@_exported public import enum GantryServices.ServiceScope
@_exported public import struct GantrySupport.Fault
@_exported public import struct GantrySupport.MainActorHeld
@_exported public import struct GantrySupport.Priority
