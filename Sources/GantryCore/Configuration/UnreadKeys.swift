// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The sections and keys of a configuration file that nothing has read: pure data.
struct UnreadKeys {
  /// How far the module of a section is with its reading.
  enum Reader: Comparable {
    /// It has not launched, or a task of it has not ended: it may read more.
    case later
    /// Its work or its handlers have just begun.
    case beginning
    /// Its tasks have ended, and it has nothing else to begin.
    case settled
  }

  /// A section that is no module's, or a key.
  struct Finding: Equatable {
    /// Its name in the file.
    let name: String
    let isSection: Bool
    /// The names that were probably meant.
    let near: [String]
    /// The unread keys of the file that it stands for.
    let keys: [String]
  }

  /// What is certainly not read.
  private(set) var certain: [Finding] = []
  /// What is not read yet, in modules whose work or handlers have just begun.
  private(set) var open: [Finding] = []

  /// Compares the keys of a file with those that were read.
  ///
  /// - Parameters:
  ///   - unread: The full keys that nothing has read.
  ///   - read: The full keys that were read, and whether no source had a value of the wanted type.
  ///   - readers: The sections of modules.
  init(
    _ unread: some Sequence<String>, read: [(key: String, isMissing: Bool)],
    _ readers: [String: Reader]
  ) {
    var unknownSections: [String: [String]] = [:]
    for key in unread.sorted() {
      guard let section = Self.section(of: key, among: readers), let reader = readers[section]
      else {
        unknownSections[String(key.prefix { $0 != "." }), default: []].append(key)
        continue
      }
      let near = Self.near(key, in: section, read)
      let finding = Finding(name: key, isSection: false, near: near, keys: [key])
      if !near.isEmpty || reader == .settled {
        certain.append(finding)
      } else if reader == .beginning {
        open.append(finding)
      }
    }
    certain =
      unknownSections.sorted { $0.key < $1.key }.map { name, keys in
        Finding(
          name: name, isSection: true, near: NearNames.of(name, among: readers.keys), keys: keys)
      } + certain
  }

  /// Returns the section that a key is in: the longest name, since a module's name may have a dot.
  private static func section(of key: String, among readers: [String: Reader]) -> String? {
    var end = key.endIndex
    while let dot = key[..<end].lastIndex(of: ".") {
      let name = String(key[..<dot])
      if readers[name] != nil { return name }
      end = dot
    }
    return nil
  }

  /// Returns the keys that were read in vain, and that a key of the same section was probably meant
  /// to be.
  private static func near(
    _ key: String, in section: String, _ read: [(key: String, isMissing: Bool)]
  ) -> [String] {
    let start = "\(section)."
    let missing = read.lazy.filter { $0.isMissing && $0.key.hasPrefix(start) }
      .map { String($0.key.dropFirst(start.count)) }
    return NearNames.of(String(key.dropFirst(start.count)), among: missing).map { start + $0 }
  }

  /// The number of findings that a warning names.
  private static let named = 10

  /// Returns the warning for a log.
  static func warning(of findings: [Finding], in file: String) -> String {
    let parts = findings.prefix(named).map { finding in
      let near =
        finding.near.isEmpty ? "" : ", which is similar to \(Wording.list(finding.near, "or"))"
      let name = Wording.excerpt(finding.name)
      return finding.isSection ? "\(name), the name of no module\(near)" : "\(name)\(near)"
    }
    let rest = findings.count - parts.count
    let all = parts + (rest > 0 ? ["\(rest) more"] : [])
    return """
      nothing has read these parts of the configuration file '\(file)': \
      \(all.joined(separator: "; ")). Correct the names, or remove what is not used.
      """
  }
}
