// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

// `ModuleName` is part of this library's declarations.
@_exported public import GantryText
