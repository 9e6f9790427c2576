// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

// Requests and responses are types of this library: a module that sends one needs no other import.
@_exported public import HTTPTypes
