// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why a service is not available.
@nonexhaustive
public enum ServiceError: Error, Hashable, Sendable {
  /// The service is not there: `declaredBy` would provide it but has not, `near` are provided.
  case missing(type: String, near: [String], declaredBy: [String])
  /// Several modules provide the service and none is chosen.
  case undecided(type: String, providers: [String])
  /// The service is not there any more: its providers have stopped.
  case stopped(type: String, providers: [String])
  /// Making an instance takes time: it has to be waited for.
  case asynchronous(type: String, provider: String)
  /// The provider threw an error when it made an instance.
  case failed(type: String, provider: String, message: String)
  /// A `.weak` service is a value, which cannot be held weakly.
  case notAnObject(type: String, provider: String)
  /// Its module did not launch when it was asked for: the chain leads to the cause.
  case notStarted(type: String, provider: String, chain: [String])
  /// Its module requires the one that waits for it, which is still launching.
  case cycle(type: String, path: [String])
  /// Making an instance needs another one, along the path, and so on without an end.
  case madeOfItself(type: String, path: [String])
  /// The task that waited for the service was cancelled.
  case cancelled(type: String)
}
