// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation

extension NewCommand {
  /// `gantry new event`: a type of event.
  struct Event: InterruptibleCommand {
    static let configuration = CommandConfiguration(
      commandName: "event", abstract: "Create an event in the interface of a module.")

    @Argument(help: "The event's name, for example OrderPlaced.")
    var name: String

    @OptionGroup var options: PartOptions

    func result() throws(ToolFailure) -> ToolResult { try options.make(name, .event) }
  }

  /// `gantry new route`: a type of route, its handler and a test.
  struct Route: InterruptibleCommand {
    static let configuration = CommandConfiguration(
      commandName: "route",
      abstract: "Create a route in the interface of a module, with its handler and a test.")

    @Argument(help: "The route's name, for example OrderList, which is the page /order-list.")
    var name: String

    @OptionGroup var options: PartOptions

    func result() throws(ToolFailure) -> ToolResult { try options.make(name, .route) }
  }

  /// `gantry new service`: the protocol of a service, a module that provides it and a test.
  struct Service: InterruptibleCommand {
    static let configuration = CommandConfiguration(
      commandName: "service",
      abstract: "Create a service in the interface of a module, with its provider and a test.")

    @Argument(help: "The service's name, for example OrderStore.")
    var name: String

    @OptionGroup var options: PartOptions

    func result() throws(ToolFailure) -> ToolResult { try options.make(name, .service) }
  }
}

/// The common options of the parts of a module.
struct PartOptions: ParsableArguments {
  @Option(
    name: .customLong("in"),
    help: ArgumentHelp("The target of the module, for example Orders.", valueName: "module"))
  var module: String

  @Option(
    help: ArgumentHelp("The folder of the app that runs the module.", valueName: "folder"),
    completion: .directory)
  var package = "."

  @Flag(help: "Show the files that would be created, and create none.")
  var dryRun = false

  /// Makes a part.
  fileprivate func make(
    _ name: String, _ kind: PackageName.Kind
  ) throws(ToolFailure) -> ToolResult {
    let part = NewPart(name: try PackageName(name, of: kind), kind: kind, target: module)
    let files = try part.files(in: try AppPackage(at: package))
    if !dryRun { try NewFiles.write(files) }
    return ToolResult(output: files.map(\.shownPath) + (dryRun ? [] : ["", part.next]))
  }
}

/// New files in folders that are there: all appear, or none.
enum NewFiles {
  /// A file to write.
  struct File {
    let url: URL
    /// The path for people.
    let shownPath: String
    let text: String
  }

  /// Writes the files, each beside its place first.
  ///
  /// - Throws: The file that is in the way, or cannot be written; none is there then.
  static func write(_ files: [File]) throws(ToolFailure) {
    var moved: [URL] = []
    do throws(ToolFailure) {
      for file in files {
        try Interruption.check()
        try write(file)
        moved.append(file.url)
      }
    } catch {
      for url in moved { try? FileManager.default.removeItem(at: url) }
      throw error
    }
  }

  private static func write(_ file: File) throws(ToolFailure) {
    let folder = file.url.deletingLastPathComponent()
    let draft = folder.appending(path: ".gantry-new-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: draft) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(file.text.utf8).write(to: draft, options: .withoutOverwriting)
    } catch {
      throw OutputFile.failure(file.shownPath, error)
    }
    // Never over a file that has appeared meanwhile.
    guard link(draft.path, file.url.path) == 0 else {
      throw ToolFailure(
        "\(file.shownPath): cannot be written: \(String(cString: strerror(errno))). Nothing was written.",
        .cannotWrite)
    }
  }
}
