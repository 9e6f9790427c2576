// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
  internal import Foundation

  /// Completion handlers of the system, which are words among the arguments of an interposed method.
  enum HandlerBlock {
    private typealias Nothing = @convention(block) () -> Void
    private typealias Flag = @convention(block) (Bool) -> Void
    private typealias Number = @convention(block) (UInt) -> Void
    private typealias Object = @convention(block) (AnyObject?) -> Void

    /// The handler at an index, kept; if there is none, a closure that does nothing.
    static func nothing(_ words: [UInt], _ index: Int) -> () -> Void {
      guard let block = kept(words, index) else { return {} }
      return { block.call { unsafeBitCast($0, to: Nothing.self)() } }
    }

    /// The same, for one that takes a Boolean value.
    static func flag(_ words: [UInt], _ index: Int) -> (Bool) -> Void {
      guard let block = kept(words, index) else { return { _ in } }
      return { flag in block.call { unsafeBitCast($0, to: Flag.self)(flag) } }
    }

    /// The same, for one that takes a number or a set of options.
    static func number(_ words: [UInt], _ index: Int) -> (UInt) -> Void {
      guard let block = kept(words, index) else { return { _ in } }
      return { number in block.call { unsafeBitCast($0, to: Number.self)(number) } }
    }

    /// The same, for one that takes an object.
    static func object(_ words: [UInt], _ index: Int) -> (AnyObject?) -> Void {
      guard let block = kept(words, index) else { return { _ in } }
      return { object in block.call { unsafeBitCast($0, to: Object.self)(object) } }
    }

    /// A copy of the handler at an index, which outlives the call that brought it; nil if there is
    /// none.
    ///
    /// The system may have made the block on its stack, so only a copy may be kept.
    private static func kept(_ words: [UInt], _ index: Int) -> UncheckedReference<AnyObject>? {
      word(words, index).flatMap { LiveRuntime.copy($0) }.map { UncheckedReference($0) }
    }

    /// The arguments with another handler at an index, which lives as long as the call.
    static func replacing(
      _ words: [UInt], _ index: Int, nothing body: @escaping @Sendable () -> Void
    ) -> [UInt] {
      let block: Nothing = { body() }
      return withExtendedLifetime(block) {
        replacing(words, index, unsafeBitCast(block, to: UInt.self))
      }
    }

    /// The same, for one that takes a Boolean value.
    static func replacing(
      _ words: [UInt], _ index: Int, flag body: @escaping @Sendable (Bool) -> Void
    ) -> [UInt] {
      let block: Flag = { body($0) }
      return withExtendedLifetime(block) {
        replacing(words, index, unsafeBitCast(block, to: UInt.self))
      }
    }

    /// The same, for one that takes a number or a set of options.
    static func replacing(
      _ words: [UInt], _ index: Int, number body: @escaping @Sendable (UInt) -> Void
    ) -> [UInt] {
      let block: Number = { body($0) }
      return withExtendedLifetime(block) {
        replacing(words, index, unsafeBitCast(block, to: UInt.self))
      }
    }

    /// The same, for one that takes an object.
    static func replacing(
      _ words: [UInt], _ index: Int, object body: @escaping @Sendable (AnyObject?) -> Void
    ) -> [UInt] {
      replacing(
        words, index,
        number: { word in
          body(
            UnsafeRawPointer(bitPattern: word).map {
              Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
            })
        })
    }

    /// The word of a new handler, which lives as long as the call.
    static func made(nothing body: @escaping @Sendable () -> Void) -> UInt {
      replacing([1], 0, nothing: body)[0]
    }

    /// The same, for one that takes a Boolean value.
    static func made(flag body: @escaping @Sendable (Bool) -> Void) -> UInt {
      replacing([1], 0, flag: body)[0]
    }

    /// The same, for one that takes a number or a set of options.
    static func made(number body: @escaping @Sendable (UInt) -> Void) -> UInt {
      replacing([1], 0, number: body)[0]
    }

    /// The same, for one that takes an object.
    static func made(object body: @escaping @Sendable (AnyObject?) -> Void) -> UInt {
      replacing([1], 0, object: body)[0]
    }

    private static func word(_ words: [UInt], _ index: Int) -> UInt? {
      words.indices.contains(index) && words[index] != 0 ? words[index] : nil
    }

    private static func replacing(_ words: [UInt], _ index: Int, _ block: UInt) -> [UInt] {
      guard word(words, index) != nil else { return words }
      var words = words
      words[index] = LiveRuntime.keep(block)
      return words
    }
  }

  extension UncheckedReference where Reference == AnyObject {
    /// Passes on the word of a block, to be cast to a function for one call.
    fileprivate func call(_ body: (UInt) -> Void) {
      withExtendedLifetime(target) { body(LiveRuntime.word(of: target)) }
    }
  }
#endif
