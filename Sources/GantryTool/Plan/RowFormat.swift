// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import ArgumentParser
public import GantryLaunch
internal import GantryReports

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

/// The formats in which a launch graph is drawn.
enum DrawingFormat: String, CaseIterable, ExpressibleByArgument {
  /// A picture.
  case svg
  /// The graph, for tools that draw and measure graphs.
  case dot
  /// A self-contained page.
  case html

  /// Draws the plan of a graph.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - name: The title of the drawing.
  func drawing(of plan: LaunchPlan, named name: String) -> String {
    switch self {
    case .svg: plan.svg()
    case .dot: plan.dot(name: name)
    case .html: plan.html(title: name)
    }
  }
}

extension LaunchPolicy: ExpressibleByArgument {}
