// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import Foundation

extension NewCommand {
  /// `gantry new app`: an app that imports no module, and shows their pages.
  struct App: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "app", abstract: "Create an app, in a folder of its name.")

    @Argument(help: "The app's name, for example Shop.")
    var name: String

    @Option(help: "A server with its pages in a browser, or an app of iOS with a project of Xcode.")
    var platform = Platform.server

    @OptionGroup var options: NewOptions

    func run() throws { try options.report { () throws(ToolFailure) in try make() } }

    private func make() throws(ToolFailure) -> ToolResult {
      let name = try PackageName(name, of: .app)
      let place = NewPlace([name.text])
      let values = TemplateValues(name, gantry: try options.source(for: place.folder))
      let tree = try options.tree(of: [.package, platform == .ios ? .ios : .app], values)
      try place.check(tree, extra: [])
      let drawing = tree.drawing(under: place.path)
      if options.dryRun { return ToolResult(output: drawing) }
      let staging = try Staging(for: place)
      try staging.write(tree)
      try staging.publish()
      return ToolResult(output: drawing + ["", "Next: cd \(name) && \(platform.next(name))"])
    }
  }

  /// Where an app runs.
  enum Platform: String, ExpressibleByArgument, CaseIterable {
    case server
    case ios

    /// The command that shows the new app.
    fileprivate func next(_ name: PackageName) -> String {
      switch self {
      case .server: "swift run \(name)"
      case .ios: "swift test; then, on a Mac, open App/\(name).xcodeproj"
      }
    }
  }
}
