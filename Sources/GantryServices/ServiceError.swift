// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why a service could not be had.
@nonexhaustive
public enum ServiceError: Error, Hashable, Sendable {
  /// The service is not there: `declaredBy` would provide it but has not, `near` are provided.
  case missing(type: String, near: [String], declaredBy: [String])
}
