// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryReports
internal import GantryText
internal import Mustache

/// A page: facts, forms and tables, which a template makes HTML of.
struct InspectorPage {
  /// A link in the menu.
  struct MenuItem {
    let title: String
    let path: String
    let isHere: Bool
  }

  /// A name and its value.
  struct Fact {
    let title: String
    let text: String

    init(_ title: String, _ text: String) {
      self.title = title
      self.text = text
    }
  }

  /// A cell of a table.
  struct Cell: ExpressibleByStringInterpolation {
    let text: String
    /// The page that it leads to.
    var path: String?
    /// The class of its look: `bad`, `off`, or nothing.
    var tone = ""

    init(_ text: String, path: String? = nil, tone: String = "") {
      self.text = text
      self.path = path
      self.tone = tone
    }

    init(stringLiteral text: String) { self.init(text) }
  }

  /// A row of a table.
  struct Row {
    let cells: [Cell]
  }

  /// A table; without rows, a sentence takes its place.
  struct Table {
    let title: String
    let columns: [String]
    let rows: [Row]
    /// A property that is stored: templates see no other.
    let hasRows: Bool
    let ifEmpty: String

    init(_ title: String, _ columns: [String], ifEmpty: String = "", _ rows: [[Cell]]) {
      self.title = title
      self.columns = columns
      self.rows = rows.map(Row.init)
      hasRows = !rows.isEmpty
      self.ifEmpty = ifEmpty
    }
  }

  /// A form that asks for a URL.
  struct URLForm {
    let url: String
    let canOpen: Bool
  }

  let program: String
  let heading: String
  let menu: [MenuItem]
  var failure: String?
  var notes: [String] = []
  var facts: [Fact] = []
  /// The path of the module that the page can switch.
  var switchable: String?
  var form: URLForm?
  var tables: [Table] = []

  /// A duration for people, to a tenth of a microsecond where it is short: `0.3 µs`, `1.4 ms`.
  static func time(_ duration: Duration) -> String {
    guard duration < .microseconds(100) else { return Wording.duration(duration) }
    return Wording.number(duration / .microseconds(1), decimals: 1) + " µs"
  }

  /// Creates a page without contents.
  ///
  /// - Parameters:
  ///   - heading: The heading.
  ///   - path: Its path, or that of the page in the menu that leads to it.
  init(_ heading: String, at path: String) {
    program = ProcessInfo.processInfo.processName
    self.heading = heading
    menu = Self.all.map { MenuItem(title: $0.title, path: $0.path, isHere: $0.path == path) }
  }

  private static let all: [(title: String, path: String)] = [
    ("Modules", "/"), ("Launch", "/launch"), ("Events", "/events"),
    ("Routes", "/routes"), ("Services", "/services"), ("Values", "/values"),
    ("Timings", "/timings"),
  ]
}

/// Writes the HTML of pages. They need no script, and every text that is filled in is escaped.
struct InspectorTemplates: Sendable {
  private let library: MustacheLibrary

  init() throws {
    var library = MustacheLibrary()
    try library.register(Self.menu, named: "menu")
    try library.register(Self.head, named: "head")
    try library.register(Self.page, named: "page")
    self.library = library
  }

  /// The menu alone.
  func menu(of page: InspectorPage) -> String {
    library.render(page, withTemplate: "menu") ?? ""
  }

  /// The page up to its tables, and open at its end.
  func head(of page: InspectorPage) -> String {
    library.render(page, withTemplate: "head") ?? ""
  }

  /// The whole page.
  func html(of page: InspectorPage) -> String {
    library.render(page, withTemplate: "page") ?? ""
  }

  static let style = """
    nav { display: flex; flex-wrap: wrap; gap: 2px 18px; margin: 0 0 22px; padding: 0 0 8px;
      border-bottom: 1px solid var(--line); }
    nav a { color: var(--soft); text-decoration: none; }
    nav a[aria-current] { color: var(--ink); font-weight: 650; }
    a { color: inherit; } .bad { color: var(--alarm); } .off { color: var(--soft); }
    form { margin: 10px 0; } button, input { font: inherit; padding: 3px 10px; }
    input { width: min(60ch, 70%); } h1 + p { margin-top: -10px; }
    """

  private static let menu = """
    <nav>{{#menu}}<a href="{{path}}"{{#isHere}} aria-current="page"{{/isHere}}>{{title}}</a>{{/menu}}</nav>
    """

  private static let head = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <title>{{heading}} – {{program}}</title>
    <style>
    \(PageStyle.common)
    \(style)
    </style>
    </head>
    <body>
    {{>menu}}
    <p class="kicker">{{program}}</p>
    <h1>{{heading}}</h1>
    {{#failure}}<p class="bad">{{.}}</p>
    {{/failure}}{{#notes}}<p>{{.}}</p>
    {{/notes}}<dl class="facts">{{#facts}}<div><dt>{{title}}</dt><dd>{{text}}</dd></div>{{/facts}}</dl>
    {{#switchable}}<form method="post"><button formaction="{{.}}/disable">Switch off</button>
    <button formaction="{{.}}/enable">Switch on</button></form>
    {{/switchable}}{{#form}}<form action="/routes"><input name="url" value="{{url}}" aria-label="URL" autofocus/>
    <button>Who answers?</button>{{#canOpen}} <button formmethod="post">Open</button>{{/canOpen}}</form>
    {{/form}}
    """

  private static let page = """
    {{>head}}{{#tables}}<h2>{{title}}</h2>
    {{#hasRows}}<div class="wide"><table>
    <thead><tr>{{#columns}}<th>{{.}}</th>{{/columns}}</tr></thead>
    <tbody>
    {{#rows}}<tr>{{#cells}}<td class="{{tone}}">{{#path}}<a href="{{.}}">{{/path}}{{text}}{{#path}}</a>{{/path}}</td>{{/cells}}</tr>
    {{/rows}}</tbody>
    </table></div>
    {{/hasRows}}{{^hasRows}}<p>{{ifEmpty}}</p>
    {{/hasRows}}{{/tables}}
    </body>
    </html>

    """
}
