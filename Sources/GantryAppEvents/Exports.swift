// SPDX-License-Identifier: Apache-2.0

// Events of this vocabulary that the core uses as well.
@_exported public import struct GantryEvents.PerformQuickAction
@_exported public import struct GantryEvents.SceneID
