// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation
internal import Gantry
internal import GantryLaunch

/// Manifests in files.
enum ManifestFile {
  /// The schema version that this tool reads.
  static let version = 1

  /// Reads a manifest.
  ///
  /// - Parameter path: A file that an app wrote with `GANTRY_MANIFEST=json`.
  static func read(_ path: String) throws(ToolFailure) -> Manifest {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw ToolFailure("\(path): cannot be read: \(DiskFile.reason(of: error)).", .noInput)
    }
    do {
      try check(data)
      return try JSONDecoder().decode(Manifest.self, from: data)
    } catch let problem as Problem {
      throw ToolFailure("\(path): \(problem.text)", .faults)
    } catch let error as DecodingError {
      throw ToolFailure("\(path): \(words(for: error))", .faults)
    } catch {
      throw ToolFailure("\(path): \(error.localizedDescription)", .faults)
    }
  }

  private struct Problem: Error {
    let text: String
  }

  private static let advice = "An app writes one with GANTRY_MANIFEST=json."

  /// Whether there is a manifest of the version that is known, whatever it says.
  private static func check(_ data: Data) throws {
    let object: Any
    do {
      object = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    } catch {
      throw Problem(text: "this is no JSON: \(FileProblem.malformed(error, data)). \(advice)")
    }
    guard let fields = object as? [String: Any], let version = fields["schemaVersion"] as? Int
    else { throw Problem(text: "this is no manifest: it has no number 'schemaVersion'. \(advice)") }
    guard version == Self.version else {
      throw Problem(
        text: """
          this is a manifest of schema version \(version), and this tool reads \(Self.version). \
          Take the tool of the version of Gantry that wrote it.
          """)
    }
  }

  private static func words(for error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "\(place(context))'\(key.stringValue)' is missing. \(advice)"
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      "\(place(context))\(FileProblem.clause(context.debugDescription)). \(advice)"
    @unknown default: "\(FileProblem.clause(error.localizedDescription)). \(advice)"
    }
  }

  /// `modules[3].tasks[0].lane: `, or nothing at the top.
  private static func place(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.reduce("") { path, key in
      if let index = key.intValue { return "\(path)[\(index)]" }
      return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
    }
    return path.isEmpty ? "" : "\(path): "
  }
}
