// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import GantryLaunch

/// How the rows of a simulation are written.
enum RowFormat: String, CaseIterable, ExpressibleByArgument {
  /// A table for people.
  case text
  /// A JSON object a line.
  case json

  /// Writes rows.
  ///
  /// - Parameter rows: The rows of one call: all of the same policy and number of workers.
  func lines(of rows: [LaunchSimulation.Row]) -> [String] {
    switch self {
    case .text: [LaunchSimulation.Table(rows).text]
    case .json: rows.map(\.json)
    }
  }
}
