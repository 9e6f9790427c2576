// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryRouting

/// Times the steps of one call of a route, where they happen.
struct RouteStopwatch {
  private let start: Int64
  private let origin: RouteOrigin
  private var route: RouteDeclaration?
  private var admitted: Int64?
  private var ready: Int64?

  init(at start: Int64, _ origin: RouteOrigin) {
    self.start = start
    self.origin = origin
  }

  /// Notes a step.
  ///
  /// - Returns: The timing, when it is the last step.
  mutating func note(_ step: RouteStep, at now: Int64) -> RouteTiming? {
    switch step {
    case .admitted(let route): (self.route, admitted) = (route, now)
    case .ready: ready = now
    case .returned(let value):
      return timing(at: now, pageName: PageClass.name(of: type(of: value)), nil)
    case .failed(let error): return timing(at: now, pageName: nil, error)
    }
    return nil
  }

  private func timing(at now: Int64, pageName: String?, _ error: RouteError?) -> RouteTiming {
    let admitted = admitted ?? now
    let ready = ready ?? now
    return RouteTiming(
      route: route?.name ?? "", module: route?.owner ?? "", pattern: route?.pattern ?? "",
      origin: origin, pageName: pageName, error: error, startNanoseconds: start,
      interceptorsNanoseconds: admitted - start, waitedNanoseconds: ready - admitted,
      handlerNanoseconds: now - ready)
  }
}
