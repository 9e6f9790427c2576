// SPDX-License-Identifier: Apache-2.0

internal import BazaarKit
internal import Foundation
public import Gantry
internal import Mustache
public import WebAPI

/// The templates of a module: the files `Templates/*.mustache` among its resources.
///
/// A template has the name of its file, and may use others of the module: `{{>price}}`. Values that
/// `{{…}}` inserts are escaped; three braces insert HTML as it is.
public struct Templates: Sendable {
  private let library: MustacheLibrary
  private let names: Set<String>
  private let events: EventBus
  private let sender: ModuleName

  /// Reads the templates of a module.
  ///
  /// - Parameter context: The module's context.
  /// - Throws: ``TemplateError``, with file and line of the fault.
  public init(_ context: ModuleContext) throws(TemplateError) {
    try self.init(context.resources, from: context.name, events: context.events)
  }

  /// Reads the templates among the resources of a target.
  ///
  /// - Parameters:
  ///   - resources: The resources of the target.
  ///   - sender: The module whose pages they make.
  ///   - events: The bus for pages that no browser asked for.
  /// - Throws: ``TemplateError``, with file and line of the fault.
  public init(
    _ resources: ModuleResources, from sender: ModuleName, events: EventBus
  ) throws(TemplateError) {
    guard let folder = resources.folder?.appending(path: "Templates") else {
      throw .noFolder(target: resources.target)
    }
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var texts: [String: String] = [:]
    for file in files.sorted() where file.hasSuffix(".mustache") {
      guard let text = try? resources.text("Templates/\(file)") else {
        throw .unreadable(file: folder.appending(path: file).path)
      }
      texts[String(file.dropLast(".mustache".count))] = text
    }
    try self.init(texts, from: sender, events: events)
  }

  /// Creates templates from texts.
  ///
  /// - Parameters:
  ///   - texts: The text of each template.
  ///   - sender: The module whose pages they make.
  ///   - events: The bus for pages that no browser asked for.
  /// - Throws: ``TemplateError``, with template and line of the fault.
  public init(
    _ texts: [String: String], from sender: ModuleName, events: EventBus
  ) throws(TemplateError) {
    MustacheContentTypes.register(EscapedHTML(), named: EscapedHTML.name)
    var library = MustacheLibrary()
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      library.register(try Self.template(text, named: name), named: name)
    }
    self.library = library
    self.events = events
    self.sender = sender
    names = Set(texts.keys)
  }

  /// Makes a page; one that no browser asked for is shown at the terminal.
  ///
  /// - Parameters:
  ///   - name: The name of the template.
  ///   - title: The title of the window.
  ///   - lines: The page as lines for a terminal; made only if a terminal shows them.
  ///   - values: The values for the template, by name.
  /// - Returns: The page.
  /// - Throws: ``TemplateError/missing(name:)``.
  public func page(
    _ name: String, title: String, lines: @autoclosure () -> String,
    _ values: [String: any Sendable]
  ) throws(TemplateError) -> Page {
    let content = try render(name, values)
    if Visit.current == nil { events.send(Notice(from: sender, lines())) }
    return Page(title: title, content: content)
  }

  /// Fills a template.
  ///
  /// - Parameters:
  ///   - name: The name of the template.
  ///   - values: The values for the template, by name.
  /// - Returns: HTML.
  /// - Throws: ``TemplateError/missing(name:)``.
  public func render(
    _ name: String, _ values: [String: any Sendable]
  ) throws(TemplateError) -> String {
    guard let html = library.render(values, withTemplate: name) else {
      throw .missing(name: name)
    }
    return html
  }

  private static func template(
    _ text: String, named name: String
  ) throws(TemplateError) -> MustacheTemplate {
    do {
      // The library's own escaping is not used: see `EscapedHTML`.
      return try MustacheTemplate(string: "{{% CONTENT_TYPE:\(EscapedHTML.name)}}\(text)")
    } catch let error as MustacheTemplate.ParserError {
      throw .malformed(name: name, line: error.context.lineNumber, reason: "\(error.error)")
    } catch {
      throw .malformed(name: name, line: 1, reason: "\(error)")
    }
  }
}
