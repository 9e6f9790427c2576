// SPDX-License-Identifier: Apache-2.0

package import Gantry
package import PageKit
package import WebAPI

/// The frame around the content of every page.
package struct Frame: Sendable {
  private let templates: Templates
  private let menu: [MenuEntry]
  private let assets: Assets

  init(templates: Templates, menu: [MenuEntry], assets: Assets) {
    self.templates = templates
    self.menu = menu.sorted { ($0.place, $0.title) < ($1.place, $1.title) }
    self.assets = assets
  }

  /// Creates the frame in the module's resources.
  package init(_ resources: ModuleResources, templates: Templates, menu: [MenuEntry]) throws {
    self.init(templates: templates, menu: menu, assets: try Assets(resources))
  }

  /// Puts the frame around a page.
  func html(
    title: String, content: String, path: String, customer: String?, remark: Remark?
  ) throws(TemplateError) -> String {
    try templates.render(
      "frame",
      values(title: title, content: content, path: path, customer: customer, remark: remark))
  }

  /// The values for the template `frame`.
  package func values(
    title: String, content: String, path: String, customer: String?, remark: Remark?
  ) -> [String: any Sendable] {
    let place = path.prefix { $0 != "?" }
    var values: [String: any Sendable] = [
      "title": title, "content": content, "isHome": place == "/", "style": assets.style,
      "icon": assets.icon,
      "menu": menu.map { entry in
        [
          "title": entry.showsCustomer ? customer ?? entry.title : entry.title,
          "path": entry.path,
          "isHere": place == entry.path || place.hasPrefix(entry.path + "/"),
        ] as [String: any Sendable]
      },
    ]
    if let remark {
      values["remark"] =
        ["text": remark.text, "isProblem": remark.isProblem] as [String: any Sendable]
    }
    return values
  }

  /// A page for an error.
  func html(_ failure: Failure, path: String, customer: String?) throws(TemplateError) -> String {
    let content = try templates.render(
      "failure",
      ["status": failure.status, "heading": failure.heading, "text": failure.text])
    return try html(
      title: failure.heading, content: content, path: path, customer: customer, remark: nil)
  }
}
