// SPDX-License-Identifier: Apache-2.0

// `Priority` is part of this library's declarations.
@_exported public import GantryText
