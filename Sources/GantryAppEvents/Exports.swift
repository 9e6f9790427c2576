// SPDX-License-Identifier: Apache-2.0

// What the events of this vocabulary are made of.
@_exported public import enum GantryEvents.LaunchingPolicy
@_exported public import protocol GantryEvents.LifecycleEvent
@_exported public import struct GantryEvents.MergeRule
@_exported public import struct GantryEvents.PerformQuickAction
@_exported public import class GantryEvents.Reply
@_exported public import struct GantrySupport.ModuleName
@_exported public import struct GantrySupport.SceneID
