// SPDX-License-Identifier: Apache-2.0

// This library's declarations use `Priority`.
@_exported public import GantryText
