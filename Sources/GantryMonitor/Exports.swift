// SPDX-License-Identifier: Apache-2.0

// It also works without an application, and then its users write the names of these libraries.
@_exported public import GantryEvents
@_exported public import GantryRouting
@_exported public import struct GantrySupport.ModuleName
