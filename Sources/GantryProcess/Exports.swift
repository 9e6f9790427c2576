// SPDX-License-Identifier: Apache-2.0

// The host of an application: its users write the names of the application, too.
@_exported public import GantryCore
