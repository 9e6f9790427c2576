// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryLaunch
internal import GantryServices

extension LaunchAssembly {
  /// Edges that order nothing in this launch, by node: to services that are used lazily, and from
  /// modules and tasks that do not run.
  var idleEdges: [String: [LaunchEdge]] {
    var edges = results.idle
    for binding in wiring.bindings where binding.request.kind == .lazy {
      add(binding.request, binding.provider, to: &edges)
    }
    guard !skipped.isEmpty else { return edges }
    let off = Self.closure(of: skipped, in: manifests)
    for manifest in manifests where off.contains(manifest.name) {
      // Those that inject all of a type are bound, whether they run or not.
      for request in manifest.injections where request.kind != .all {
        add(request, wiring.providers[request.type], to: &edges)
      }
    }
    return edges
  }

  private func add(
    _ request: ServiceRequest, _ provider: ServiceDeclaration?,
    to edges: inout [String: [LaunchEdge]]
  ) {
    guard let provider, provider.provider != ApplicationService.provider,
      let module = index(of: request.consumer)
    else { return }
    edges[Self.head(of: manifests[module]), default: []].append(request.edge(to: provider))
  }
}
