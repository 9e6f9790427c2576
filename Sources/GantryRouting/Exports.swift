// SPDX-License-Identifier: Apache-2.0

// These types are part of this library's declarations.
@_exported public import struct GantrySupport.Fault
@_exported public import struct GantrySupport.ModuleName
@_exported public import struct GantrySupport.Priority
@_exported public import struct GantrySupport.SceneID
