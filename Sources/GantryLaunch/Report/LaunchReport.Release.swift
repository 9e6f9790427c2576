// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchReport {
  /// Why a task started when it did: the last thing it waited for.
  public enum Release: Sendable, Hashable, Codable {
    /// The launch began.
    case start
    /// A task or join that it depends on settled.
    case dependency(String)
    /// It fits a gap that the plan found before *ready*.
    case gap
    /// The app was ready.
    case ready
    /// Nothing else was left to do.
    case idle
    /// A demand for it.
    case demand
    /// The app reached a milestone.
    case milestone(String)
  }
}
