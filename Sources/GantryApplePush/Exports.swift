// SPDX-License-Identifier: Apache-2.0

// Extends the app delegate of this library.
@_exported public import GantryApple
