// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
  internal import Foundation
  internal import Gantry

  extension Interposition {
    /// The argument at a place, as an object; nil for another class's, and for none.
    static func argument<T>(_ words: [UInt], _ place: Int, as type: T.Type = T.self) -> T? {
      guard words.indices.contains(place), let pointer = UnsafeRawPointer(bitPattern: words[place])
      else { return nil }
      return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue() as? T
    }

    /// The part of modules in a method; every method has a row.
    static func make(
      _ method: DelegateMethod, unanswered: MethodAnswer = .nothing, merge: Merge? = nil,
      tell: @escaping @MainActor @Sendable ([UInt]) -> MethodAnswer
    ) -> Self? {
      DelegateMethodRow.of(method).map {
        Self(row: $0, unanswered: unanswered, merge: merge, tell: tell)
      }
    }

    /// The part of modules in a method that hands something over, which becomes an event.
    static func make<E: LifecycleEvent>(
      _ method: DelegateMethod, _ host: AppHost,
      event: @escaping @MainActor @Sendable ([UInt]) -> E?
    ) -> Self? {
      make(method) { [weak host] words in
        if let host, let event = event(words) { host.send(event) }
        return .nothing
      }
    }

    /// The part of modules in a method whose answer depends on whether the delegate has it, too.
    static func make(
      _ method: DelegateMethod, otherwise: @escaping @Sendable ([UInt]) -> MethodAnswer,
      hear: @escaping @MainActor @Sendable (_ words: [UInt], _ hasOwn: Bool) -> Heard?
    ) -> Self? {
      DelegateMethodRow.of(method).map { Self(row: $0, otherwise: otherwise, hear: hear) }
    }

    /// The part of modules in a method with a completion handler; where they have none, the delegate's
    /// own method gets the handler, or it is called here.
    static func make(
      _ method: DelegateMethod,
      share: @escaping @MainActor @Sendable (_ words: [UInt], _ hasOwn: Bool) -> [UInt]?,
      finish: @escaping @Sendable ([UInt]) -> Void
    ) -> Self? {
      let otherwise: @Sendable ([UInt]) -> MethodAnswer = { words in
        finish(words)
        return .nothing
      }
      return make(method, otherwise: otherwise) { words, hasOwn in
        share(words, hasOwn).map { (.nothing, $0) }
      }
    }
  }
#endif
