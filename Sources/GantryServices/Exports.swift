// SPDX-License-Identifier: Apache-2.0

// `ModuleName` is part of this library's declarations.
@_exported public import GantryText
