// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import GantryReports

/// The formats in which the graph of the modules is drawn.
enum GraphFormat: String, CaseIterable, ExpressibleByArgument {
  /// A picture.
  case svg
  /// The graph, for tools that draw and measure graphs.
  case dot
  /// The layers in words.
  case text

  /// Draws a graph.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - showsImplied: Whether edges are shown that follow from others.
  func drawing(of graph: ModuleGraph, showsImplied: Bool) -> String {
    switch self {
    case .svg: ModulePicture(graph, showsImplied: showsImplied).svg
    case .dot: graph.dot(showsImplied: showsImplied)
    case .text: graph.text
    }
  }
}
