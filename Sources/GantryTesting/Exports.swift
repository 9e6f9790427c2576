// SPDX-License-Identifier: Apache-2.0

// With one import, a test can use plans, events and services.
@_exported public import GantryCore
@_exported public import struct GantryEvents.HandlerFailure
