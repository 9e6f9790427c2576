// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Synchronization

/// The name of a method, as a number: names that are equal have one, as they have one address in the
/// real runtime. No name has zero.
public struct Selector: Hashable, Sendable {
  private static let names = Mutex<[String: Int]>([:])

  let number: Int

  public init(_ name: String) {
    number = Self.names.withLock { names in
      let number = names[name] ?? names.count + 1
      names[name] = number
      return number
    }
  }

  public var name: String {
    Self.names.withLock { names in names.first { $0.value == number }?.key } ?? ""
  }
}

public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }

public func class_getMethodImplementation(
  _ type: AnyClass?, _ selector: Selector
) -> OpaquePointer? {
  type.flatMap { Classes.code(of: selector, in: Classes.word(of: $0)) }
    .flatMap { OpaquePointer(bitPattern: $0) }
}

/// A protocol of Objective-C, which has only a name here.
public final class Protocol: Sendable {
  // The address of a C string that is never released.
  fileprivate let name: UInt

  public init(_ name: String) {
    let bytes = name.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { copy[index] = byte }
    self.name = UInt(bitPattern: copy)
  }
}

public func protocol_getName(_ type: Protocol) -> UnsafePointer<CChar> {
  guard let name = UnsafePointer<CChar>(bitPattern: type.name) else { fatalError("no name") }
  return name
}

/// In place of the class that Foundation has here, too.
@MainActor open class Root {
  public init() {}

  open nonisolated func responds(to aSelector: Selector?) -> Bool {
    let type = Classes.word(of: Swift.type(of: self))
    return aSelector.map { Classes.code(of: $0, in: type) != nil } ?? false
  }
}
