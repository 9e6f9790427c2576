// SPDX-License-Identifier: Apache-2.0

// The host of an application, and the events that it sends.
@_exported public import GantryAppEvents
@_exported public import GantryCore
