// SPDX-License-Identifier: Apache-2.0

internal import GantryEvents
internal import GantryLaunch
internal import GantryReports

/// A call on a timeline, in nanoseconds of its monitor.
struct TimelineSlice: Sendable {
  let name: String
  let category: String
  let start: Int64
  let end: Int64
  /// The call around this one; empty for none.
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

  /// A handler is reported when it has ended.
  init(_ timing: HandlerTiming, endedAt end: Duration) {
    name = "\(timing.listener).\(timing.handler)"
    category = "event"
    self.end = end.nanoseconds
    start = (end - timing.duration).nanoseconds
    outer = ""
    details = [("event", timing.event)]
  }

  /// Code held the main actor at least until it was last seen.
  init(_ hold: HeldRuns.Hold, shifted offset: Duration) {
    name = hold.held.code?.description ?? ""
    category = "hold"
    start = (hold.start + offset).nanoseconds
    end = (hold.end + offset).nanoseconds
    outer = ""
    let module = hold.held.code?.module.map { ("module", $0.rawValue) }
    let chain = hold.held.callers.isEmpty ? nil : ("chain", hold.held.chain)
    details = [module, chain].compactMap(\.self)
  }
}
