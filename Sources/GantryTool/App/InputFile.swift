// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Gantry
internal import GantryLaunch

/// Reads files that people name, and says in words why one cannot be used.
enum InputFile {
  /// The contents of a file, which may be a pipe; `-` is standard input.
  static func data(_ path: String) throws(ToolFailure) -> Data {
    do {
      return try path == "-" ? DiskFile.readStandardInput() : DiskFile.readToEnd(path)
    } catch {
      let isThere = path == "-" || FileManager.default.fileExists(atPath: path)
      throw ToolFailure("\(path): \(isThere ? error.reason : "there is no such file").", .noInput)
    }
  }

  /// The JSON of a file.
  ///
  /// - Parameters:
  ///   - type: The type that the file should hold.
  ///   - path: The file.
  ///   - noun: The file's kind in messages: `a launch report`.
  static func json<Value: Decodable>(
    _ type: Value.Type, _ path: String, _ noun: String
  ) throws(ToolFailure) -> Value {
    let data = try data(path)
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      throw ToolFailure("\(path): is not \(noun): \(reason(error, data)).", .faults)
    }
  }

  /// Why JSON is malformed or has the wrong form, as a clause.
  static func reason(_ error: any Error, _ data: Data) -> String {
    let (context, missing) =
      switch error as? DecodingError {
      case .keyNotFound(let key, let context): (context, key.stringValue as String?)
      case .typeMismatch(_, let context), .valueNotFound(_, let context): (context, nil)
      case .dataCorrupted(let context):
        // For a text that isn't JSON, the parser reports the position.
        context.codingPath.isEmpty ? (nil, nil) : (context, nil)
      default: (nil, nil)
      } as (DecodingError.Context?, String?)
    guard let context else {
      return syntax(of: data) ?? FileProblem.clause(error.localizedDescription)
    }
    let path = keyPath(context.codingPath)
    if let missing { return "'\(path.isEmpty ? "" : "\(path).")\(missing)' is missing" }
    return "\(path): \(FileProblem.clause(context.debugDescription))"
  }

  /// The syntax error of a JSON text, and its position; nil without one.
  private static func syntax(of data: Data) -> String? {
    do {
      _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      return nil
    } catch {
      return FileProblem.malformed(error, data)
    }
  }

  private static func keyPath(_ keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}

/// Writes files that people name, and says in words why one cannot be written.
enum OutputFile {
  /// Writes a text with a line break at its end, in place of the file's contents.
  ///
  /// A link stays, and its file is written. So does a pipe or a device, which takes the text.
  static func write(_ text: String, to path: String) throws(ToolFailure) {
    let data = Data((text.hasSuffix("\n") ? text : text + "\n").utf8)
    do {
      if path.hasPrefix("/dev/") || DiskFile.isStream(path) {
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? file.close() }
        return try file.write(contentsOf: data)
      }
      try data.write(to: URL(filePath: path).resolvingSymlinksInPath(), options: .atomic)
    } catch {
      throw failure(path, error)
    }
  }

  /// That a file cannot be written, and why.
  static func failure(_ path: String, _ error: any Error) -> ToolFailure {
    let reason = DiskFile.reason(of: error)
    // Foundation tells some reasons in whole sentences.
    let clause = reason.hasSuffix(".") ? FileProblem.clause(reason) : reason
    return ToolFailure("\(path): cannot be written: \(clause).", .cannotWrite)
  }
}
