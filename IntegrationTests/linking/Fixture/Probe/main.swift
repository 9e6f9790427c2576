// SPDX-License-Identifier: Apache-2.0

import GantryDiscovery

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The names of all records and the file names of their images, in the order of the alphabet.
func found() -> [String] {
  LinkedRecords.scan().records.compactMap { record in
    record.load(as: String.self).map { name in
      let image = record.image.split(separator: "/").last ?? ""
      return image.hasSuffix(".so") ? "\(name)@\(image)" : name
    }
  }
  .sorted()
}

// Probe NAME... [--open LIBRARY NAME...]: what must be found, and what once a library is opened.
let arguments = CommandLine.arguments.dropFirst()
let parts = arguments.split(separator: "--open", omittingEmptySubsequences: false)
let first = found()
guard first == Array(parts[0]), LinkedRecords.scan().rejectedRecords.isEmpty else {
  print("found \(first), expected \(Array(parts[0]))")
  exit(1)
}
if parts.count > 1, let library = parts[1].first {
  guard dlopen(library, RTLD_NOW) != nil else {
    print("cannot open \(library)")
    exit(1)
  }
  let second = found()
  guard second == Array(parts[1].dropFirst()) else {
    print("found \(second) after opening, expected \(Array(parts[1].dropFirst()))")
    exit(1)
  }
}
