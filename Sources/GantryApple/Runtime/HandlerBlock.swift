// SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
  internal import Foundation

  /// A completion handler that outlives the call that brought it.
  ///
  /// The system may have made it on its stack. Casting its word to a block would keep that word,
  /// which is invalid after the call, so only a copy may be kept.
  private final class KeptBlock: Sendable {
    private let word: UInt

    /// Copies a block; nil if there is none.
    init?(_ block: UInt?) {
      guard let block else { return nil }
      word = LiveRuntime.copy(block)
    }

    deinit { LiveRuntime.release(word) }

    /// Passes on the copy's word, to be cast to a block for one call.
    func call(_ body: (UInt) -> Void) { withExtendedLifetime(self) { body(word) } }
  }

  /// Completion handlers of the system, which are words among the arguments of an interposed method.
  enum HandlerBlock {
    private typealias Nothing = @convention(block) () -> Void
    private typealias Flag = @convention(block) (Bool) -> Void
    private typealias Number = @convention(block) (UInt) -> Void

    /// The handler at an index, kept; if there is none, a closure that does nothing.
    static func nothing(_ words: [UInt], _ place: Int) -> () -> Void {
      guard let block = KeptBlock(word(words, place)) else { return {} }
      return { block.call { unsafeBitCast($0, to: Nothing.self)() } }
    }

    /// The same, for one that takes a Boolean value.
    static func flag(_ words: [UInt], _ place: Int) -> (Bool) -> Void {
      guard let block = KeptBlock(word(words, place)) else { return { _ in } }
      return { flag in block.call { unsafeBitCast($0, to: Flag.self)(flag) } }
    }

    /// The same, for one that takes a number or a set of options.
    static func number(_ words: [UInt], _ place: Int) -> (UInt) -> Void {
      guard let block = KeptBlock(word(words, place)) else { return { _ in } }
      return { number in block.call { unsafeBitCast($0, to: Number.self)(number) } }
    }

    /// The same, for one that takes an object.
    static func object(_ words: [UInt], _ place: Int) -> (AnyObject?) -> Void {
      let handler = number(words, place)
      return { object in
        withExtendedLifetime(object) {
          handler(object.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0)
        }
      }
    }

    /// The arguments with another handler at an index, which lives as long as the call.
    static func replacing(
      _ words: [UInt], _ place: Int, nothing body: @escaping @Sendable () -> Void
    ) -> [UInt] {
      let block: Nothing = { body() }
      return withExtendedLifetime(block) {
        replacing(words, place, unsafeBitCast(block, to: UInt.self))
      }
    }

    /// The same, for one that takes a Boolean value.
    static func replacing(
      _ words: [UInt], _ place: Int, flag body: @escaping @Sendable (Bool) -> Void
    ) -> [UInt] {
      let block: Flag = { body($0) }
      return withExtendedLifetime(block) {
        replacing(words, place, unsafeBitCast(block, to: UInt.self))
      }
    }

    /// The same, for one that takes a number or a set of options.
    static func replacing(
      _ words: [UInt], _ place: Int, number body: @escaping @Sendable (UInt) -> Void
    ) -> [UInt] {
      let block: Number = { body($0) }
      return withExtendedLifetime(block) {
        replacing(words, place, unsafeBitCast(block, to: UInt.self))
      }
    }

    /// The same, for one that takes an object.
    static func replacing(
      _ words: [UInt], _ place: Int, object body: @escaping @Sendable (AnyObject?) -> Void
    ) -> [UInt] {
      replacing(
        words, place,
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

    private static func word(_ words: [UInt], _ place: Int) -> UInt? {
      words.indices.contains(place) && words[place] != 0 ? words[place] : nil
    }

    private static func replacing(_ words: [UInt], _ place: Int, _ block: UInt) -> [UInt] {
      guard word(words, place) != nil else { return words }
      var words = words
      words[place] = LiveRuntime.keep(block)
      return words
    }
  }
#endif
