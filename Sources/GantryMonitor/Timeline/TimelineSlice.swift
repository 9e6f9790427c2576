// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryEvents
internal import GantryLaunch
internal import GantryReports

/// A call on a time line, in nanoseconds of its monitor.
struct TimelineSlice: Sendable {
  let name: String
  let category: String
  let start: Int64
  let end: Int64
  /// The call that this one was inside of; empty for none.
  let outer: String
  let details: [(String, String)]

  init(_ timing: PageTiming) {
    name = timing.call.description
    category = "page"
    start = timing.startNanoseconds
    end = timing.startNanoseconds + timing.elapsedNanoseconds
    outer = timing.chain.last?.description ?? ""
    var details = [("own", timing.own.text)]
    if timing.waited > .zero { details.append(("waited", timing.waited.text)) }
    switch timing.outcome {
    case .completed: break
    case .failed(let error): details.append(("failed", "\(error)"))
    case .cancelled: details.append(("cancelled", "yes"))
    }
    self.details = details
  }

  /// A handler is told of when it has ended.
  init(_ timing: HandlerTiming, endedAt end: Duration) {
    name = "\(timing.listener).\(timing.handler)"
    category = "event"
    self.end = end.nanoseconds
    start = (end - timing.duration).nanoseconds
    outer = ""
    details = [("event", timing.event)]
  }

  /// A call of a route until it returned; told again, until the page of it was seen.
  init(_ timing: RouteTiming) {
    let name = timing.route.isEmpty ? "(stopped by an interceptor)" : timing.route
    self.name = timing.firstContent == nil ? name : "\(name) until seen"
    category = "route"
    start = timing.startNanoseconds
    end = start + (timing.firstContentNanoseconds ?? timing.elapsedNanoseconds)
    outer = ""
    var details = [
      ("module", timing.module), ("interceptors", timing.interceptors.text),
      ("handler", timing.handler.text),
    ]
    if timing.waited > .zero { details.append(("waited", timing.waited.text)) }
    if let page = timing.pageName { details.append(("page", page)) }
    if let error = timing.error { details.append(("failed", "\(error)")) }
    self.details = details
  }

  /// Something held the main actor at least until it was seen last.
  init(_ hold: LaneHold, shifted offset: Int64) {
    name = hold.holders.last?.label ?? ""
    category = "hold"
    start = hold.start &+ offset
    end = hold.end &+ offset
    outer = ""
    var details: [(String, String)] = []
    if let module = hold.holders.last?.module { details.append(("module", module.rawValue)) }
    if hold.holders.count > 1 {
      let chain = hold.holders.dropLast().map(\.label).joined(separator: " > ")
      details.append(("chain", chain))
    }
    self.details = details
  }

  init(
    _ function: FunctionName, start: Int64, elapsed: Int64, _ outcome: TimedCall.Outcome
  ) {
    name = function.name
    category = "function"
    self.start = start
    end = start + elapsed
    outer = ""
    var details = [("declared", function.declaredAt)]
    switch outcome {
    case .completed: break
    case .failed: details.append(("failed", "yes"))
    case .cancelled: details.append(("cancelled", "yes"))
    }
    self.details = details
  }
}
