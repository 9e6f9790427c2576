// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
  internal import Foundation
  internal import GantryCore
  internal import GantryEvents

  extension Interposition {
    /// The argument at an index, as an object; nil if it is missing or of another class.
    static func argument<T>(_ words: [UInt], _ position: Int, as type: T.Type = T.self) -> T? {
      guard words.indices.contains(position),
        let pointer = UnsafeRawPointer(bitPattern: words[position])
      else { return nil }
      return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue() as? T
    }

    /// The modules' part in a method; every method has a row.
    static func make(
      _ method: DelegateMethod, unanswered: MethodAnswer = .nothing, merge: Merge? = nil,
      tell: @escaping @MainActor @Sendable ([UInt]) -> MethodAnswer
    ) -> Self? {
      DelegateMethodRow.of(method).map {
        Self(row: $0, unanswered: unanswered, merge: merge, tell: tell)
      }
    }

    /// The modules' part in a method whose arguments become an event.
    static func make<E: LifecycleEvent>(
      _ method: DelegateMethod, _ host: AppHost,
      event: @escaping @MainActor @Sendable ([UInt]) -> E?
    ) -> Self? {
      make(method) { [weak host] words in
        if let host, let event = event(words) { host.send(event) }
        return .nothing
      }
    }

    /// The same for an event with an object of the system.
    static func make<Delivered: SystemDelivered>(
      _ method: DelegateMethod, _ host: AppHost,
      event: @escaping @MainActor @Sendable ([UInt]) -> Delivered?
    ) -> Self? {
      make(method) { [weak host] words in
        if let host, let event = event(words) { host.sendWithObject(event) }
        return .nothing
      }
    }

    /// The modules' part in a method whose answer depends on whether the delegate also has it.
    static func make(
      _ method: DelegateMethod, otherwise: @escaping @Sendable ([UInt]) -> MethodAnswer,
      hear: @escaping @MainActor @Sendable (_ words: [UInt], _ hasOwn: Bool) -> Heard?
    ) -> Self? {
      DelegateMethodRow.of(method).map { Self(row: $0, otherwise: otherwise, hear: hear) }
    }

    /// The modules' part in a method with a completion handler. If they take no part, the
    /// delegate's own method gets the handler; without such a method, the handler is called here.
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
