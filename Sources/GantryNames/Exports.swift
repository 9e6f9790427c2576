// SPDX-License-Identifier: Apache-2.0

// The names with which packages declare events, routes and services: `GantryInterfaces` and
// `GantryCore` bring the same ones. Each type that one of their public declarations mentions is here,
// too.

@_exported public import protocol GantryEvents.Event
@_exported public import enum GantryEvents.EventBacklog
@_exported public import enum GantryEvents.LaunchingPolicy
@_exported public import protocol GantryEvents.LifecycleEvent
@_exported public import struct GantryEvents.MergeRule
@_exported public import struct GantryEvents.NamedEvent
@_exported public import class GantryEvents.Reply
@_exported public import struct GantryRouting.CaptureKind
@_exported public import enum GantryRouting.NavigationError
@_exported public import protocol GantryRouting.Navigator
@_exported public import protocol GantryRouting.ObjectRoute
@_exported public import enum GantryRouting.PagePresentation
@_exported public import struct GantryRouting.PageRequest
@_exported public import protocol GantryRouting.PatternRoute
@_exported public import struct GantryRouting.RouteArguments
@_exported public import enum GantryRouting.RouteError
@_exported public import struct GantryRouting.RouteLimits
@_exported public import enum GantryRouting.RouteOrigin
@_exported public import struct GantryRouting.RouteParameter
@_exported public import struct GantryRouting.RouteRequest
@_exported public import struct GantryRouting.RouteSchemes
@_exported public import enum GantryRouting.RouteURLFault
@_exported public import protocol GantryRouting.RouteValue
@_exported public import protocol GantryRouting.TypedRoute
@_exported public import struct GantryServices.ServiceKey
@_exported public import struct GantryServices.ServiceKeys
@_exported public import struct GantryServices.ServiceQualifier
@_exported public import struct GantrySupport.ModuleName
@_exported public import struct GantrySupport.SceneID
