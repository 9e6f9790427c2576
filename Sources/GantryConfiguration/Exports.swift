// SPDX-License-Identifier: Apache-2.0

// A source of an application's configuration: its users write the names of the application, too.
@_exported public import GantryCore
