// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension RouteArguments {
  /// Reads the captures of a match, and the query.
  ///
  /// - Parameters:
  ///   - route: The route's name in errors.
  ///   - captures: The parts of the path.
  ///   - pattern: The pattern that they belong to.
  ///   - query: The items; one that is named as a capture does not count.
  init(
    route: String, captures: RouteCaptures, of pattern: PathPattern, query: [RouteQueryItem]
  ) {
    self.init(route: route)
    let names = pattern.captureNames
    for (index, name) in names.enumerated() {
      let isRest = index == names.count - 1 && pattern.endsInRest
      for text in isRest ? captures.segments(at: index) : [captures[index]] {
        add(name, text: text)
      }
    }
    for item in query where !names.contains(where: item.name.hasBytes) {
      add(item.name, text: item.value ?? "")
    }
  }

  /// Prints a URL: captures into the path, all else into the query.
  ///
  /// - Throws: `RouteError.wrongArgument` for a text that its parameter would not read,
  ///   `.missingCapture`, `.unprintable` for a text that no URL can carry or that exceeds the
  ///   limits.
  func url(
    _ pattern: PathPattern, _ parameters: [RouteParameter], limits: RouteLimits
  ) throws(RouteError) -> RouteURL {
    for parameter in parameters {
      for text in texts(parameter.label) where !parameter.kind.accepts(text) {
        throw .wrongArgument(
          label: parameter.label, expected: parameter.type, text: RouteError.excerpt(text),
          route: route)
      }
    }
    let names = pattern.captureNames
    var captures: [String: String] = [:]
    var query: [RouteQueryItem] = []
    for item in items {
      if names.contains(where: item.label.hasBytes) {
        captures[item.label] = item.text
      } else if item.text.utf8.contains(0) || item.label.utf8.contains(0) {
        throw .unprintable(text: RouteError.excerpt(item.text), problem: .controlCharacter)
      } else {
        query.append(RouteQueryItem(item.label, item.text))
      }
    }
    let rest = pattern.endsInRest ? names.last.map { texts($0) } : nil
    let path = try pattern.path(filling: captures, rest: rest ?? [])
    let url = RouteURL(path: path, query: query)
    if let problem = limits.problem(of: url) {
      throw .unprintable(text: RouteError.excerpt(url.text()), problem: problem)
    }
    return url
  }
}
