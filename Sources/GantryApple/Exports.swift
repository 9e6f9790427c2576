// SPDX-License-Identifier: Apache-2.0

// The events that the host sends.
@_exported public import GantryAppEvents
