// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// Reads one URL from its bytes.
struct URLReader {
  private let bytes: [UInt8]
  private let schemes: RouteSchemes
  private let limits: RouteLimits
  /// The path so far, in the normal form.
  private var normalized: [UInt8] = []
  private var segmentCount = 0

  init(_ bytes: [UInt8], schemes: RouteSchemes, limits: RouteLimits) {
    self.bytes = bytes
    self.schemes = schemes
    self.limits = limits
  }

  /// Reads the URL; the text is for errors only.
  mutating func read(_ text: String) throws(RouteError) -> RouteURL {
    do throws(Stop) {
      return try read()
    } catch {
      switch error {
      case .flaw(let flaw):
        throw .malformedURL(
          text: Wording.excerpt(text), fault: flaw.fault, position: flaw.position)
      case .undeclared(let error): throw error
      }
    }
  }

  private enum Stop: Error {
    case flaw(URLFlaw)
    case undeclared(RouteError)
  }

  private mutating func read() throws(Stop) -> RouteURL {
    if let control = bytes.firstIndex(where: ASCII.isControl) {
      throw .flaw(URLFlaw(.controlCharacter, at: control))
    }
    let whole = bytes.prefix { $0 != ASCII.hash }
    let front = whole.prefix { $0 != ASCII.question }
    if let backslash = front.firstIndex(of: ASCII.backslash) {
      throw .flaw(URLFlaw(.backslash, at: backslash))
    }
    var scheme: String?
    var host: String?
    var path = front
    if let colon = front.prefix(while: { $0 != ASCII.slash }).firstIndex(of: ASCII.colon) {
      let name = try readScheme(front[..<colon])
      let rest = front[(colon + 1)...]
      guard rest.starts(with: [ASCII.slash, ASCII.slash]) else {
        throw .flaw(URLFlaw(.missingSlashes, at: colon + 1))
      }
      let authority = rest.dropFirst(2).prefix { $0 != ASCII.slash }
      path = front[authority.endIndex...]
      scheme = name
      host = try readAuthority(authority, scheme: name)
    }
    do throws(URLFlaw) {
      for segment in path.split(separator: ASCII.slash) { try append(segment) }
      let query = try readQuery(whole[front.endIndex...].dropFirst())
      return RouteURL(scheme: scheme, host: host, path: readPath(), query: query)
    } catch {
      throw .flaw(error)
    }
  }

  private func readPath() -> RoutePath {
    guard !normalized.isEmpty else { return .root }
    return RoutePath(unchecked: String(decoding: normalized, as: UTF8.self))
  }

  private func readScheme(_ bytes: ArraySlice<UInt8>) throws(Stop) -> String {
    let scheme = String(decoding: bytes.map(ASCII.lowercased), as: UTF8.self)
    guard RouteSchemes.isScheme(scheme) else {
      throw .flaw(URLFlaw(.badScheme, at: bytes.startIndex))
    }
    return scheme
  }

  /// Reads the text between `//` and the path: a claimed host, or the first segment.
  private mutating func readAuthority(
    _ authority: ArraySlice<UInt8>, scheme: String
  ) throws(Stop) -> String? {
    guard scheme == "https" || schemes.schemes.contains(scheme) else {
      throw .undeclared(
        .undeclaredScheme(Wording.excerpt(scheme), declared: schemes.schemes.sorted()))
    }
    if let user = authority.firstIndex(of: ASCII.at) {
      throw .flaw(URLFlaw(.userInfo, at: user))
    }
    // The colons of an IPv6 address, which is in brackets, do not begin a port.
    let isAddress = scheme == "https" && authority.first == ASCII.bracket
    let tail = isAddress ? authority.drop { $0 != ASCII.endBracket } : authority
    let colon = tail.firstIndex(of: ASCII.colon)
    guard scheme == "https" else {
      if let colon { throw .flaw(URLFlaw(.badPort, at: colon)) }
      do throws(URLFlaw) {
        if !authority.isEmpty { try append(authority, isHost: true) }
      } catch {
        throw .flaw(error)
      }
      return nil
    }
    var host = authority
    if let colon {
      let port = authority[(colon + 1)...]
      guard RouteURL.isPort(port) else { throw .flaw(URLFlaw(.badPort, at: colon)) }
      if Array(port) == Array("443".utf8) { host = authority[..<colon] }
    }
    let name = String(decoding: host.map(ASCII.lowercased), as: UTF8.self)
    guard schemes.hosts.contains(name) else {
      throw .undeclared(
        .undeclaredHost(Wording.excerpt(name), declared: schemes.hosts.sorted()))
    }
    return name
  }

  private mutating func append(
    _ segment: ArraySlice<UInt8>, isHost: Bool = false
  ) throws(URLFlaw) {
    segmentCount += 1
    guard segmentCount <= limits.segments else {
      throw URLFlaw(.tooManySegments(limit: limits.segments), at: segment.startIndex)
    }
    var content = try PercentCoding.decode(segment)
    if let fault = RoutePath.fault(of: content) {
      throw URLFlaw(fault, at: segment.startIndex)
    }
    if isHost { content = content.map(ASCII.lowercased) }
    RoutePath.append(content, to: &normalized)
  }

  private func readQuery(_ query: ArraySlice<UInt8>) throws(URLFlaw) -> [RouteQueryItem] {
    var items: [RouteQueryItem] = []
    for item in query.split(separator: ASCII.ampersand) {
      guard items.count < limits.queryItems else {
        throw URLFlaw(.tooManyQueryItems(limit: limits.queryItems), at: item.startIndex)
      }
      let name = item.prefix { $0 != ASCII.equals }
      let value = item[name.endIndex...]
      items.append(
        RouteQueryItem(
          try readText(name), value.isEmpty ? nil : try readText(value.dropFirst())))
    }
    return items
  }

  private func readText(_ part: ArraySlice<UInt8>) throws(URLFlaw) -> String {
    let content = try PercentCoding.decode(part, plusIsSpace: true)
    guard !content.contains(0) else { throw URLFlaw(.controlCharacter, at: part.startIndex) }
    return String(decoding: content, as: UTF8.self)
  }
}
