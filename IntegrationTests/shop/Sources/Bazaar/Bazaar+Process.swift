// SPDX-License-Identifier: Apache-2.0

internal import Gantry
internal import GantryProcess

extension Bazaar {
  /// Runs the app as a Unix process: URLs arrive as events, and signals end it.
  func run(_ application: Application) async throws {
    let page = report
    let options = ProcessOptions(
      urls: urls, readsStandardInput: true, stopsAtEndOfInput: untilInputEnds
    ) { notice in
      // The module that opened the URL has reported it already.
      if case .opened = notice { return }
      if case .ready(let launch) = notice, let page {
        Terminal.write(launch.html(title: "Bazaar"), to: page)
      }
      Terminal.show(notice.description)
    }
    try await application.run(options)
  }
}
