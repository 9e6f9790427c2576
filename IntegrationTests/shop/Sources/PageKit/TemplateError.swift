// SPDX-License-Identifier: Apache-2.0

/// A fault of a module's templates.
public enum TemplateError: Error, Equatable {
  /// The module's target has no folder of templates.
  case noFolder(target: String)
  /// A file cannot be read as text.
  case unreadable(file: String)
  /// A template cannot be parsed.
  case malformed(name: String, line: Int, reason: String)
  /// There is no template of this name.
  case missing(name: String)
}

extension TemplateError: CustomStringConvertible {
  /// The fault, and its position.
  public var description: String {
    switch self {
    case .noFolder(let target): "target '\(target)' brings no folder 'Templates'"
    case .unreadable(let file): "the template '\(file)' cannot be read as UTF-8 text"
    case .malformed(let name, let line, let reason):
      "the template '\(name).mustache' cannot be understood at line \(line): \(reason)"
    case .missing(let name): "there is no template '\(name).mustache'"
    }
  }
}
