// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension PathPatternFault: CustomStringConvertible {
  /// The fault as a clause, without a full stop.
  package var description: String {
    switch self {
    case .tooLong(let limit): "it is longer than \(limit.counted("byte"))"
    case .tooManySegments(let limit): "it has more than \(limit.counted("segment"))"
    case .tooManyCaptures(let limit): "it has more than \(limit.counted("capture"))"
    case .emptySegment: "a segment may not be empty"
    case .badName:
      "a capture's name consists of letters, digits and underscores, and doesn't begin with a digit"
    case .repeatedName(let name): "two captures are named \(name)"
    case .foreignCapture(let segment, let instead, let advice):
      ForeignCapture.words(segment, instead: instead, advice: advice)
    case .restNotLast: "nothing may follow *rest"
    case .query:
      "a pattern has no query: a query item is a parameter that the path doesn't capture; write %3F"
        + " and %23 for ? and #"
    case .scheme: "a pattern is a path: leave the scheme and the host out"
    case .literal(let fault): "\(fault)"
    case .unknownCapture(let name):
      "a kind is given for \(name), which isn't a :capture of the pattern"
    }
  }
}

/// Reads one pattern from its bytes.
struct PatternReader {
  /// The first fault of a pattern, and its position.
  struct Flaw: Error {
    let fault: PathPatternFault
    let position: Int
  }

  private let bytes: [UInt8]
  private let kinds: [String: CaptureKind]
  private var segments: [PathPattern.Segment] = []
  private var names: [String] = []

  init(_ text: String, kinds: [String: CaptureKind]) {
    bytes = Array(text.utf8)
    self.kinds = kinds
  }

  mutating func read() throws(Flaw) -> [PathPattern.Segment] {
    guard bytes.count <= PathPattern.longest else {
      throw Flaw(fault: .tooLong(limit: PathPattern.longest), position: PathPattern.longest)
    }
    if let query = bytes.firstIndex(where: { $0 == ASCII.question || $0 == ASCII.hash }) {
      throw flaw(ofQuery: query)
    }
    if let scheme = bytes.indices.first(where: isSchemeEnd) {
      throw Flaw(fault: .scheme, position: scheme)
    }
    var path = bytes[...]
    if path.first == ASCII.slash { path.removeFirst() }
    if path.count > 1, path.last == ASCII.slash { path.removeLast() }
    if !path.isEmpty {
      segments.reserveCapacity(1 + path.count { $0 == ASCII.slash })
      while let slash = path.firstIndex(of: ASCII.slash) {
        try append(path[..<slash], isLast: false)
        path = path[(slash + 1)...]
      }
      try append(path, isLast: true)
    }
    if let unknown = kinds.keys.sorted().first(where: { !names.contains($0) }) {
      throw Flaw(fault: .unknownCapture(Wording.excerpt(unknown)), position: bytes.count)
    }
    return segments
  }

  private func isSchemeEnd(_ place: Int) -> Bool {
    bytes[place] == ASCII.colon
      && bytes[(place + 1)...].starts(with: [ASCII.slash, ASCII.slash])
  }

  /// The fault of a question mark or a hash, which another router may read as a part of a capture.
  private func flaw(ofQuery position: Int) -> Flaw {
    let start = bytes[..<position].lastIndex(of: ASCII.slash).map { $0 + 1 } ?? 0
    let part = bytes[start...].prefix { $0 != ASCII.slash }
    let foreign = foreignCapture(part, isLast: part.endIndex == bytes.endIndex)
    return foreign.flatMap { $0.position <= position ? $0 : nil }
      ?? Flaw(fault: .query, position: position)
  }

  private func foreignCapture(_ part: ArraySlice<UInt8>, isLast: Bool) -> Flaw? {
    ForeignCapture(in: part, isLast: isLast).map { foreign in
      let segment = Wording.excerpt(String(decoding: part, as: UTF8.self))
      return Flaw(
        fault: .foreignCapture(segment, instead: foreign.instead, advice: foreign.advice),
        position: part.startIndex + foreign.offset)
    }
  }

  private mutating func append(_ part: ArraySlice<UInt8>, isLast: Bool) throws(Flaw) {
    let position = part.startIndex
    if segments.count == PathPattern.mostSegments {
      throw Flaw(fault: .tooManySegments(limit: segments.count), position: position)
    }
    if case .rest = segments.last { throw Flaw(fault: .restNotLast, position: position) }
    switch part.first {
    case nil: throw Flaw(fault: .emptySegment, position: position)
    case ASCII.colon:
      let name = try readName(part, isLast: isLast)
      segments.append(.capture(name: name, kind: kinds[name, default: .any]))
    case ASCII.asterisk:
      let name = try readName(part, isLast: isLast)
      guard kinds[name] == nil else {
        throw Flaw(fault: .unknownCapture(Wording.excerpt(name)), position: position)
      }
      segments.append(.rest(name: name))
    default:
      segments.append(.literal(try readLiteral(part)))
    }
  }

  private mutating func readName(
    _ part: ArraySlice<UInt8>, isLast: Bool
  ) throws(Flaw) -> String {
    let name = String(decoding: part.dropFirst(), as: UTF8.self)
    let position = part.startIndex + 1
    let isName = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    guard isName, name.first?.isNumber == false else {
      throw foreignCapture(part, isLast: isLast) ?? Flaw(fault: .badName, position: position)
    }
    guard !names.contains(name) else {
      throw Flaw(fault: .repeatedName(Wording.excerpt(name)), position: position)
    }
    guard names.count < PathPattern.mostCaptures else {
      throw Flaw(fault: .tooManyCaptures(limit: names.count), position: position)
    }
    names.append(name)
    return name
  }

  private func readLiteral(_ part: ArraySlice<UInt8>) throws(Flaw) -> String {
    // A literal is plain in nearly every pattern, so nothing is called for one.
    if part.contains(where: ForeignCapture.isForeign),
      let foreign = foreignCapture(part, isLast: true)
    {
      throw foreign
    }
    if let backslash = part.firstIndex(of: ASCII.backslash) {
      throw Flaw(fault: .literal(.backslash), position: backslash)
    }
    do throws(URLFlaw) {
      let content = try part.contains(ASCII.percent) ? PercentCoding.decode(part)[...] : part
      if let fault = RoutePath.fault(of: content) {
        throw URLFlaw(fault, at: part.startIndex)
      }
      return String(decoding: content, as: UTF8.self)
    } catch {
      throw Flaw(fault: .literal(error.fault), position: error.position)
    }
  }
}
