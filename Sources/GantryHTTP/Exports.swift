// SPDX-License-Identifier: Apache-2.0

// A module of the application: its users write the names of the application, too. Requests and
// responses are types of this library.
@_exported public import GantryCore
@_exported public import HTTPTypes
