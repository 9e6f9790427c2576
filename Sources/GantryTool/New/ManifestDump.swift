// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The parts of the output of `swift package dump-package` that the tool reads.
struct ManifestDump: Decodable {
  /// A platform with its oldest version.
  struct Platform: Decodable {
    let platformName: String
  }

  /// A target of the package.
  struct Target: Decodable {
    let name: String
    let type: String
    /// The path of the target's files; nil means the usual one.
    let path: String?
    let dependencies: [Link]

    /// A target or product that the target depends on.
    struct Link: Decodable {
      let name: String

      private enum Kind: String, CodingKey {
        case byName, product, target
      }

      init(from decoder: any Decoder) throws {
        let kinds = try decoder.container(keyedBy: Kind.self)
        name =
          try kinds.allKeys.first.map { kind in
            var words = try kinds.nestedUnkeyedContainer(forKey: kind)
            return try words.decode(String.self)
          } ?? ""
      }
    }
  }

  /// A product of the package.
  struct Product: Decodable {
    let name: String
  }

  /// A dependency on another package.
  struct Dependency: Decodable {
    let fileSystem: [Local]?
    let sourceControl: [Remote]?

    /// A package in a folder.
    struct Local: Decodable {
      let identity: String
      let path: String
      let nameForTargetDependencyResolutionOnly: String?
    }

    /// A package in a repository.
    struct Remote: Decodable {
      let identity: String
      let location: Location
      let requirement: Requirement
    }

    /// The location of a repository.
    struct Location: Decodable {
      /// A URL as a JSON object.
      struct URLText: Decodable { let urlString: String }

      let remote: [URLText]?
      let local: [String]?
    }

    /// The versions that satisfy a dependency.
    struct Requirement: Decodable {
      /// A half-open range of versions.
      struct Range: Decodable {
        let lowerBound: String
        let upperBound: String
      }

      let range: [Range]?
      let exact: [String]?
      let branch: [String]?
      let revision: [String]?
    }

    var identity: String { fileSystem?.first?.identity ?? sourceControl?.first?.identity ?? "" }

    var folder: URL? {
      fileSystem?.first.map { URL(filePath: $0.path, directoryHint: .isDirectory) }
    }
  }

  let name: String
  let targets: [Target]
  let platforms: [Platform]?
  let products: [Product]
  let dependencies: [Dependency]
}

extension GantrySource {
  /// Reads a dependency; nil if it isn't Gantry.
  init?(_ dependency: ManifestDump.Dependency, for package: URL) {
    if let local = dependency.fileSystem?.first, let folder = dependency.folder {
      let names = [local.identity, local.nameForTargetDependencyResolutionOnly]
      guard names.contains("gantry") else { return nil }
      self = .folder(folder, for: package)
      return
    }
    guard let remote = dependency.sourceControl?.first, remote.identity == "gantry",
      let url = remote.location.remote?.first?.urlString ?? remote.location.local?.first,
      let versions = remote.requirement.text
    else { return nil }
    self = .repository(url, versions: versions)
  }
}

extension ManifestDump.Dependency.Requirement {
  /// The requirement in the form of a manifest. An exact version becomes the range from that
  /// version, because a module must not pin it.
  fileprivate var text: String? {
    if let range = range?.first { return "\"\(range.lowerBound)\"..<\"\(range.upperBound)\"" }
    if let exact = exact?.first { return "from: \"\(exact)\"" }
    if let branch = branch?.first { return "branch: \"\(branch)\"" }
    return revision?.first.map { "revision: \"\($0)\"" }
  }
}
