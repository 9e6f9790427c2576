// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

#if canImport(ObjectiveC)
  internal import Foundation

  extension Interposition {
    /// The argument at a place, as an object; nil for another class's, and for none.
    static func argument<T>(_ words: [UInt], _ place: Int, as type: T.Type = T.self) -> T? {
      guard words.indices.contains(place), let pointer = UnsafeRawPointer(bitPattern: words[place])
      else { return nil }
      return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue() as? T
    }

    /// The part of modules in a method; every method has a row.
    static func make(
      _ method: DelegateMethod, unanswered: MethodAnswer = .nothing,
      merge: @escaping @Sendable (MethodAnswer, MethodAnswer) -> MethodAnswer = { _, own in own },
      tell: @escaping @MainActor @Sendable ([UInt]) -> MethodAnswer
    ) -> Self? {
      DelegateMethodRow.of(method).map {
        Self(row: $0, unanswered: unanswered, merge: merge, tell: tell)
      }
    }

    /// The part of modules in a method with a completion handler.
    static func make(
      _ method: DelegateMethod,
      share: @escaping @MainActor @Sendable (_ words: [UInt], _ hasOwn: Bool) -> [UInt],
      finish: @escaping @Sendable ([UInt]) -> Void
    ) -> Self? {
      DelegateMethodRow.of(method).map {
        var made = Self(row: $0) { _ in .nothing }
        made.share = share
        made.finish = finish
        return made
      }
    }
  }
#endif
