// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantrySupport

extension ModuleResources {
  /// The languages of the files, sorted; they are the names of folders such as `de.lproj`.
  public var languages: [String] {
    guard let folder else { return [] }
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return entries.filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(6)) }.sorted()
  }

  /// Returns a text in the reader's language, from `<language>.lproj/<table>.strings`.
  ///
  /// Each language is tried with fewer and fewer subtags, `de-AT` before `de`. Then come `Base`,
  /// the bundle's own language, and `en`. A language without the key is passed over.
  ///
  /// The lookup follows RFC 4647, section 3.4.
  ///
  /// - Parameters:
  ///   - key: The text's key.
  ///   - table: The name of the file, without its extension.
  ///   - languages: Language tags, best first; by default the user's or, in a Unix process, those
  ///     of `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG`.
  /// - Returns: The text.
  /// - Throws: ``ResourceError``: ``ResourceError/untranslated(key:table:target:languages:)`` when
  ///   no language has the key, or the error of a file.
  public func string(
    _ key: String, table: String = "Localizable",
    languages: [String] = ModuleResources.preferredLanguages
  ) throws(ResourceError) -> String {
    let candidates = LanguageTag.lookup(
      languages + ["Base", bundleLanguage, "en"].compactMap(\.self), among: self.languages)
    for language in candidates {
      let path = "\(language).lproj/\(table).strings"
      guard let url = try? url(path) else { continue }
      if let text = try strings.table(at: url)[key] { return text }
    }
    throw .untranslated(key: key, table: table, target: target, languages: candidates)
  }

  /// The languages of the user who runs the program, best first; empty when none are set.
  @usableFromInline package static var preferredLanguages: [String] {
    #if canImport(Darwin)
      Locale.preferredLanguages
    #else
      LanguageTag.preferred(in: ProcessInfo.processInfo.environment)
    #endif
  }

  private var bundleLanguage: String? {
    // Read by its key: on Linux, the property of that name traps if the bundle doesn't have it.
    let region = bundle.flatMap { Bundle(url: $0)?.infoDictionary?["CFBundleDevelopmentRegion"] }
    return region as? String
  }
}

/// The relations between language tags.
enum LanguageTag {
  /// Finds the available languages that match, best first, each once.
  ///
  /// - Parameters:
  ///   - wanted: Language tags, best first.
  ///   - available: Language tags, `zh-Hant` or `zh_Hant`, in any case.
  /// - Returns: Members of `available`, as they are written there.
  static func lookup(_ wanted: [String], among available: [String]) -> [String] {
    var found: [String] = []
    for tag in wanted {
      var subtags = normalized(tag).split(separator: "-")
      while !subtags.isEmpty {
        let range = subtags.joined(separator: "-")
        let match = available.first { normalized($0) == range }
        if let match, !found.contains(match) { found.append(match) }
        subtags.removeLast()
        // A single letter introduces the subtags after it, and means nothing alone.
        if subtags.count > 1, subtags.last?.count == 1 { subtags.removeLast() }
      }
    }
    return found
  }

  /// The languages that a Unix environment asks for, in the order of POSIX and gettext.
  static func preferred(in environment: [String: String]) -> [String] {
    let list = environment["LANGUAGE"].map { $0.split(separator: ":").map(String.init) } ?? []
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    let names = (list + [locale].compactMap(\.self)).map { name in
      String(name.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
    }
    return names.filter { !$0.isEmpty && $0 != "C" && $0 != "POSIX" }
  }

  private static func normalized(_ tag: String) -> String {
    tag.replacing("_", with: "-").lowercased()
  }
}

/// A cache of `.strings` files, so that each is read once.
final class StringTables: Sendable {
  /// The tables that were read; a file that cannot be read is tried again.
  private let tables = Memo<URL, [String: String]>()

  func table(at url: URL) throws(ResourceError) -> [String: String] {
    try tables.value(of: url) { () throws(ResourceError) in try read(url) }
  }

  private func read(_ url: URL) throws(ResourceError) -> [String: String] {
    do {
      let list = try PropertyListSerialization.propertyList(
        from: Data(contentsOf: url), format: nil)
      if let table = list as? [String: String] { return table }
    } catch {
      throw .unreadable(path: url.path, reason: error.localizedDescription)
    }
    throw .unreadable(path: url.path, reason: "it isn't a list of \"key\" = \"text\"; lines")
  }
}
