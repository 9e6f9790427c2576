// SPDX-License-Identifier: Apache-2.0

// These types are part of this library's declarations.
@_exported public import struct GantryText.Fault
@_exported public import struct GantryText.MainActorHeld
@_exported public import struct GantryText.ModuleName
@_exported public import struct GantryText.Priority
