// SPDX-License-Identifier: Apache-2.0

// Requests and responses are types of this library: a module that sends one needs no other import.
@_exported public import HTTPTypes
