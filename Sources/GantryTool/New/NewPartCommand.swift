// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Foundation

extension NewCommand {
  /// `gantry new event`: creates an event type.
  struct Event: InterruptibleCommand {
    static let configuration = CommandConfiguration(
      commandName: "event", abstract: "Create an event in the interface of a module.")

    @Argument(help: "The event's name, for example OrderPlaced.")
    var name: String

    @OptionGroup var options: PartOptions

    func result() throws(ToolFailure) -> ToolResult { try options.make(name, .event) }
  }

  /// `gantry new route`: creates a route type, with its handler and a test.
  struct Route: InterruptibleCommand {
    static let configuration = CommandConfiguration(
      commandName: "route",
      abstract: "Create a route in the interface of a module, with its handler and a test.")

    @Argument(help: "The route's name, for example OrderList, which is the page /order-list.")
    var name: String

    @OptionGroup var options: PartOptions

    func result() throws(ToolFailure) -> ToolResult { try options.make(name, .route) }
  }

  /// `gantry new service`: creates a service's protocol, a module that provides it, and a test.
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

/// The common options of all parts of a module.
struct PartOptions: ParsableArguments {
  @Option(
    name: .customLong("in"),
    help: ArgumentHelp("The target of the module, for example Orders.", valueName: "module"))
  var module: String

  @Option(
    help: ArgumentHelp("The folder of the app that runs the module.", valueName: "folder"),
    completion: .directory)
  var package = "."

  @Flag(help: "Show the files that would be created, without creating them.")
  var dryRun = false

  /// Creates a part.
  fileprivate func make(
    _ name: String, _ kind: PackageName.Kind
  ) throws(ToolFailure) -> ToolResult {
    let part = NewPart(name: try PackageName(name, of: kind), kind: kind, target: module)
    let files = try part.files(in: try AppPackage(at: package))
    if !dryRun { try NewFiles.write(files) }
    return ToolResult(output: files.map(\.shownPath) + (dryRun ? [] : ["", part.next]))
  }
}

/// Writes new files into existing folders: all of them or none.
enum NewFiles {
  /// A file to write.
  struct File {
    let url: URL
    /// The path for messages.
    let shownPath: String
    let text: String
  }

  /// Writes the files. Each one is complete before it appears at its destination.
  ///
  /// - Throws: The file that is in the way or can't be written; no file is left behind then.
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
    // A file that has appeared in the meantime is never overwritten.
    guard link(draft.path, file.url.path) == 0 else {
      throw ToolFailure(
        "\(file.shownPath): cannot be written: \(String(cString: strerror(errno))). Nothing was written.",
        .cannotWrite)
    }
  }
}
