// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import GantryLaunch
internal import GantryReports

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
