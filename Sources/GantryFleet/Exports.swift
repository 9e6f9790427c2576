// SPDX-License-Identifier: Apache-2.0

// The rows are made of reports, and of all that they contain.
@_exported public import GantryLaunch
