// SPDX-License-Identifier: Apache-2.0

// A module of the application: its users write the names of the application, too.
@_exported public import GantryCore
