// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

extension ModuleResources {
  /// The languages of the files, as their folders `de.lproj` are named, sorted.
  public var languages: [String] {
    guard let folder else { return [] }
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return entries.filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(6)) }.sorted()
  }

  /// A text in the reader's language, from `<language>.lproj/<table>.strings`.
  ///
  /// Each language is tried with ever fewer subtags, `de-AT` before `de`; then come `Base`, the
  /// bundle's own language, and `en`. A language that lacks the key is passed over.
  ///
  /// The lookup is that of RFC 4647, section 3.4.
  ///
  /// - Parameters:
  ///   - key: The text's key.
  ///   - table: The name of the file, without its extension.
  ///   - languages: Language tags, best first; by default those of the person or, in a Unix process,
  ///     of `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG`.
  /// - Returns: The text.
  /// - Throws: ``ResourceError``: ``ResourceError/untranslated(key:table:target:languages:)`` when
  ///   no language has the key, or the fault of a file.
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
  public static var preferredLanguages: [String] {
    #if canImport(Darwin)
      Locale.preferredLanguages
    #else
      LanguageTag.preferred(in: ProcessInfo.processInfo.environment)
    #endif
  }

  private var bundleLanguage: String? {
    // Asked by its key: the property of that name traps on Linux where the bundle does not say.
    let region = bundle.flatMap { Bundle(url: $0)?.infoDictionary?["CFBundleDevelopmentRegion"] }
    return region as? String
  }
}
