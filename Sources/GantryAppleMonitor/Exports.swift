// SPDX-License-Identifier: Apache-2.0

// Extends the monitor of this library.
@_exported public import GantryMonitor
