// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The result of work in the background.
public enum BackgroundFetchResult: String, Sendable, Codable, CaseIterable {
  /// Something new was fetched.
  case newData
  /// There was nothing new.
  case noData
  /// It could not be fetched.
  case failed
}
