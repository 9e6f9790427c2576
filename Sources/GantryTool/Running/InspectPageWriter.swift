// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import GantryCore
internal import GantryInspector
internal import GantryLaunch

/// Writes the page of a running app, and keeps it current until the command or the app ends.
struct InspectPageWriter {
  private var app: RunningApp
  private let file: String
  /// The events and calls of the last minute.
  private var entries: [InspectedEntry] = []

  init(_ app: RunningApp, _ file: String) { (self.app, self.file) = (app, file) }

  /// Writes the page every second.
  mutating func run() throws(ToolFailure) -> ToolResult {
    let isEnding = DispatchSemaphore(value: 0)
    let signals = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { isEnding.signal() }
      source.activate()
      return source
    }
    defer { for source in signals { source.cancel() } }
    let graph = AppGraph(try app.manifest())
    let layers = ModuleGraph(graph, kinds: Set(Link.Kind.allCases)).text(showsImplied: false)
    var page = try read(graph, layers)
    try OutputFile.write(page.html(), to: file)
    let text = "The page is \(file). It stays current until you press Control-C.\n"
    try? FileHandle.standardError.write(contentsOf: Data(text.visible.utf8))
    var result = ToolResult()
    while isEnding.wait(timeout: .now() + 1) == .timedOut {
      page.isSuspended = app.suspension != nil
      if !page.isSuspended {
        do throws(ToolFailure) {
          page = try read(graph, layers)
        } catch  where error.exit == .unavailable {
          if let next = app.reconnected() {
            app = next
            continue
          }
          page.end = "\(page.app.program) has ended, and this is its last state"
          result.errors = ["\(page.app.name) has ended. After a restart, run the command again."]
          break
        }
      }
      try OutputFile.write(page.html(), to: file)
    }
    if page.end == nil { page.end = "the command has ended, and this is the last state" }
    try OutputFile.write(page.html(), to: file)
    return result
  }

  private mutating func read(
    _ graph: AppGraph, _ layers: String
  ) throws(ToolFailure) -> InspectPage {
    let state = try app.state()
    let report = try app.ask(.report).report
    let runs = try app.part(try app.ask(.runs).runs)
    let last = entries.last?.number
    entries += try app.part(try app.ask(.record, since: last).entries)
    entries.removeAll { $0.seconds < state.recordedSeconds - 60 }
    return InspectPage(
      app: state, modules: ModuleView.all(state, graph, report, runs: runs), report: report,
      graph: layers, entries: entries,
      configuration: try app.part(try app.ask(.configuration).values),
      values: try app.part(try app.ask(.values).values))
  }
}
