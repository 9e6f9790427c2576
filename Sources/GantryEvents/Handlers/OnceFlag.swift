// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// Claimed by the one delivery that a `.once` handler gets.
final class OnceFlag: Sendable {
  private let isClaimed = Atomic(false)

  /// Whether this call is the one that may deliver.
  func claim() -> Bool {
    !isClaimed.exchange(true, ordering: .acquiringAndReleasing)
  }
}
