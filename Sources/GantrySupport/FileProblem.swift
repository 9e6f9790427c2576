// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Describes problems with files, as clauses without a full stop.
package enum FileProblem {
  /// The reason why a file cannot be used.
  package struct Clause: Error {
    package let clause: String

    package init(_ clause: String) { self.clause = clause }
  }

  /// Reads a file that isn't larger than a limit in bytes. A device, which may have no end, is read
  /// no further than that. A pipe is refused, since the reader would wait for another process.
  package static func contents(of url: URL, limit: Int) throws(Clause) -> Data {
    do {
      let facts = try url.resourceValues(forKeys: [.fileSizeKey, .isDirectoryKey])
      // A directory has a size, too, and can't be read.
      guard facts.isDirectory != true else { throw Clause("is a directory") }
      if let size = facts.fileSize, size > limit { throw Self.tooLarge("\(size)", limit) }
      let file = try open(url.path)
      defer { try? file.close() }
      var data = Data()
      while let piece = try file.read(upToCount: 65_536), !piece.isEmpty {
        data += piece
        if data.count > limit { throw Self.tooLarge("more than \(limit)", limit) }
      }
      return data
    } catch let error as Clause {
      throw error
    } catch {
      throw Clause(unreadable(error))
    }
  }

  private static func open(_ path: String) throws -> FileHandle {
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    let number = Foundation.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else {
      throw errno == EACCES
        ? CocoaError(.fileReadNoPermission) : Clause(clause(String(cString: strerror(errno))))
    }
    let file = FileHandle(fileDescriptor: number, closeOnDealloc: true)
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT != S_IFIFO else {
      throw Clause("it is a pipe, which would make the reader wait; write it to a file first")
    }
    _ = fcntl(number, F_SETFL, 0)
    return file
  }

  /// Refuses data that is larger than a limit in bytes.
  package static func check(_ data: Data, limit: Int) throws(Clause) {
    guard data.count <= limit else { throw tooLarge("\(data.count)", limit) }
  }

  private static func tooLarge(_ size: String, _ limit: Int) -> Clause {
    Clause("it has \(size) bytes, and the limit is \(limit). Raise the limit if it is right")
  }

  /// Reads the value of a JSON text in which no object has a key twice.
  package static func json(_ data: Data) throws(Clause) -> Any {
    let value: Any
    do {
      value = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    } catch {
      throw Clause(malformed(error, data))
    }
    if let clause = DuplicateKeys.clause(in: data) { throw Clause(clause) }
    return value
  }

  /// Returns the reason why a file could not be read.
  package static func unreadable(_ error: any Error) -> String {
    let error = error as NSError
    switch CocoaError.Code(rawValue: error.code) {
    case .fileReadNoSuchFile, .fileNoSuchFile: return "there is no such file"
    case .fileReadNoPermission: return "access is denied"
    default:
      let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error ?? error
      return clause(cause.localizedDescription)
    }
  }

  /// Whether nothing exists at a path; false for a path that must not be read.
  package static func isMissing(_ path: String) -> Bool {
    do {
      _ = try FileManager.default.attributesOfItem(
        atPath: URL(filePath: path).resolvingSymlinksInPath().path)
      return false
    } catch {
      return isMissing(error)
    }
  }

  private static func isMissing(_ error: any Error) -> Bool {
    [.fileReadNoSuchFile, .fileNoSuchFile].contains(
      CocoaError.Code(rawValue: (error as NSError).code))
  }

  /// Decodes a JSON text that isn't larger than a limit in bytes.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, fromJSON data: Data, limit: Int
  ) throws(Clause) -> Value {
    try check(data, limit: limit)
    return try decode(type, fromJSON: data)
  }

  /// Decodes a JSON text in which no object has a key twice.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, fromJSON data: Data
  ) throws(Clause) -> Value {
    _ = try json(data)
    return try decode { try JSONDecoder().decode(type, from: data) }
  }

  /// Decodes a value; the clause of an error has the key path of the first mistake.
  package static func decode<Value>(_ decode: () throws -> Value) throws(Clause) -> Value {
    do {
      return try decode()
    } catch let error as DecodingError {
      throw Clause(Self.mistake(error))
    } catch {
      throw Clause(clause("\(error)"))
    }
  }

  private static func mistake(_ error: DecodingError) -> String {
    func path(_ keys: [any CodingKey]) -> String {
      let path = keys.reduce(into: "") { path, key in
        path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
      }
      return path.isEmpty ? "it" : Wording.excerpt(path)
    }
    switch error {
    case .keyNotFound(let key, let context): return "\(path(context.codingPath + [key])) is missing"
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      let expected =
        switch type {
        case is Bool.Type: "true or false"
        case is String.Type: "a text"
        case is [Any].Type: "an array"
        case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: "a number"
        default: "an object"
        }
      return "\(path(context.codingPath)) isn't \(expected)"
    case .dataCorrupted(let context):
      return "\(path(context.codingPath)) \(context.debugDescription)"
    @unknown default: return clause("\(error)")
    }
  }

  /// Describes the kind of item at a path that isn't a file; nil for a file, or an empty path.
  package static func specialKind(of path: String) -> String? {
    // A link counts as its destination.
    let path = URL(filePath: path).resolvingSymlinksInPath().path
    guard let found = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    return switch found[.type] as? FileAttributeType {
    case .typeSocket?: "a socket"
    case .typeCharacterSpecial?, .typeBlockSpecial?: "a device"
    case .typeUnknown?: "a pipe"
    default: nil
    }
  }

  /// Returns the reason why a file's text is malformed, with the line and column if they are known.
  package static func malformed(_ error: any Error, _ data: Data) -> String {
    guard !data.isEmpty else { return "the file is empty" }
    let error = error as NSError
    let text = error.userInfo[NSDebugDescriptionErrorKey] as? String ?? error.localizedDescription
    return clause(Wording.positioned(text, in: data))
  }

  /// Turns a sentence of another library into a clause of one of ours.
  package static func clause(_ text: String) -> String {
    var text = text
    let opening = "The operation could not be completed. "
    if text.hasPrefix(opening) { text.removeFirst(opening.count) }
    while text.hasSuffix(".") { text.removeLast() }
    // An abbreviation at the start of the sentence keeps its capitals.
    guard let first = text.first, text.dropFirst().first?.isLowercase == true else { return text }
    return first.lowercased() + text.dropFirst()
  }
}
