// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantrySupport

/// A JSON file with a section for each module, which is either required or optional.
///
/// ```swift
/// Application(configuration: "shop.json")              // an error if it is missing
/// Application(configuration: .optional("shop.json"))   // no values if it is missing
/// Application(configuration: .required(url.path))      // a computed path
/// ```
public struct ConfigurationFile: Sendable, Hashable {
  /// The path of the file; a relative path starts from the working directory.
  package let path: String
  /// Whether the file may be missing. A file that exists but cannot be used is always an error.
  package let isOptional: Bool
  /// The largest size of the file, in bytes.
  package let limit: Int

  /// A file that must exist.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limit: The largest size of the file, in bytes.
  public static func required(_ path: String, limit: Int = 1_000_000) -> Self {
    Self(path: path, isOptional: false, limit: limit)
  }

  /// A file that may be missing; if it is, a message at *debug* level says so. Each reload of the
  /// configuration looks for it again.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limit: The largest size of the file, in bytes.
  public static func optional(_ path: String, limit: Int = 1_000_000) -> Self {
    Self(path: path, isOptional: true, limit: limit)
  }

  /// Reads the file.
  ///
  /// - Returns: The values by full key; nil if the file is optional and missing.
  func read() throws(FileProblem.Clause) -> [String: ConfigurationValue]? {
    guard !isOptional || !FileProblem.isMissing(path) else { return nil }
    if let kind = FileProblem.specialKind(of: path) {
      throw FileProblem.Clause(
        "it is \(kind); a reload reads the configuration again, so it must be a file")
    }
    return try Self.values(of: FileProblem.contents(of: URL(filePath: path), limit: limit))
  }

  private static func values(
    of data: Data
  ) throws(FileProblem.Clause) -> [String: ConfigurationValue] {
    let root = try FileProblem.json(data)
    guard let sections = root as? [String: Any] else {
      throw FileProblem.Clause("it has no object with a section for each module")
    }
    var values: [String: ConfigurationValue] = [:]
    // Sorted, so that the same mistake is found in each run.
    for (name, section) in sections.sorted(by: { $0.key < $1.key }) {
      try add(section, name, to: &values)
    }
    return values
  }

  private static func add(
    _ value: Any, _ key: String, to values: inout [String: ConfigurationValue]
  ) throws(FileProblem.Clause) {
    // A name may contain the dots of a whole key.
    guard values[key] == nil else {
      throw FileProblem.Clause(
        "\(Wording.excerpt(key)) occurs twice, once with a dot in the name of a section or key")
    }
    switch value {
    case is NSNull: return
    case let object as [String: Any]:
      for (name, value) in object.sorted(by: { $0.key < $1.key }) {
        try add(value, "\(key).\(name)", to: &values)
      }
    case let items as [Any]:
      let scalars = items.compactMap(scalar)
      guard scalars.count == items.count else {
        throw FileProblem.Clause(
          "\(Wording.excerpt(key)) has an array of something other than texts, numbers and booleans"
        )
      }
      values[key] = .array(scalars)
    default: values[key] = scalar(value)
    }
  }

  private static func scalar(_ value: Any) -> ConfigurationValue? {
    switch value {
    case let text as String: .string(text)
    // Numbers are larger than one byte; only a boolean has that type.
    case let number as NSNumber where number.objCType.pointee == CChar(UInt8(ascii: "c")):
      .bool(number.boolValue)
    case let number as NSNumber:
      // Through the text, since a large integer has no exact `Double`.
      (Int(number.stringValue) ?? Int(exactly: number.doubleValue)).map { .int($0) }
        ?? .double(number.doubleValue)
    default: nil
    }
  }
}

extension ConfigurationFile: ExpressibleByStringInterpolation {
  /// Creates a required file, which must exist.
  ///
  /// - Parameter value: The path of the file.
  public init(stringLiteral value: String) { self = .required(value) }
}
