// SPDX-License-Identifier: Apache-2.0

internal import Histogram
internal import Synchronization

/// The marked functions that were called, and their times, without a lock.
///
/// The address of its text, a constant of the program, identifies a function. This also works in
/// generic functions, where the language has no place for a static value.
final class TimedSites: Sendable {
  /// A power of two, twice the number of functions that can be timed. Any further functions aren't
  /// timed.
  private static let capacity = 1 << 16

  // Invariant: pairs of the address of a text and that of its site, found by linear probing. A pair
  // never changes once its first word is set, and the table is never full.
  private let table = AtomicWords(count: 2 * capacity)
  private let calls = RecentCalls()
  // Invariant: true only while there is a stopwatch.
  private let isInjected = Atomic(false)

  private struct State {
    /// All sites in the table, in the order of their first calls.
    var known: [TimedSite] = []
    /// The stopwatch of a test.
    var injected: Stopwatch?
    /// The number of readers that have asked to keep calls.
    var keepers = 0
  }

  /// Guards the state that calls seldom change; the calls themselves write to the table.
  private let state = Mutex(State())

  /// Nanoseconds of the system's clock, or of an injected stopwatch.
  var now: Int64 {
    guard isInjected.load(ordering: .relaxed) else { return Stopwatch.systemNanoseconds }
    return state.withLock(\.injected)?.nanoseconds ?? Stopwatch.systemNanoseconds
  }

  func use(_ stopwatch: Stopwatch) {
    state.withLock { state in
      state.injected = stopwatch.isSystem ? nil : stopwatch
      isInjected.store(!stopwatch.isSystem, ordering: .relaxed)
    }
  }

  func record(_ text: StaticString, _ start: Int64, _ outcome: TimedCall.Outcome) {
    let elapsed = max(0, now &- start)
    guard let site = site(of: text) else { return }
    // Sites are never freed, just like the program's texts.
    site._withUnsafeGuaranteedRef { $0.record(elapsed, outcome) }
    if calls.isKeeping { calls.add(site, start, elapsed, outcome) }
  }

  /// The functions that were called since the last reset, one for each text.
  var summaries: [FunctionSummary] {
    let sites = state.withLock(\.known)
    let byText = Dictionary(grouping: sites) { "\($0.text)" }
    return byText.compactMap { FunctionSummary($1, text: $0) }.sorted {
      ($0.name, $0.declaredAt) < ($1.name, $1.declaredAt)
    }
  }

  func reset() { state.withLock(\.known).forEach { $0.reset() } }

  /// The last calls, on the timeline of a stopwatch.
  func slices(on stopwatch: Stopwatch) -> [TimelineSlice] {
    calls.slices(from: isInjected.load(ordering: .relaxed) ? 0 : stopwatch.systemStart)
  }

  /// Starts or stops keeping single calls for a reader; calls are kept as long as any reader wants
  /// them.
  func keepCalls(_ isKept: Bool) {
    state.withLock { state in
      if state.keepers == 0 { calls.begin() }
      state.keepers += isKept ? 1 : -1
      if state.keepers == 0 { calls.end() }
    }
  }

  private func site(of text: StaticString) -> Unmanaged<TimedSite>? {
    let key = Int64(bitPattern: UInt64(UInt(bitPattern: text.utf8Start)))
    return find(key).site ?? add(text, key)
  }

  private func add(_ text: StaticString, _ key: Int64) -> Unmanaged<TimedSite>? {
    state.withLock { state in
      let (place, site) = find(key)
      if let site { return site }
      guard state.known.count < Self.capacity / 2 else { return nil }
      let added = TimedSite(text)
      state.known.append(added)
      let unmanaged = Unmanaged.passUnretained(added)
      table[place + 1].pointee.store(unsafeBitCast(unmanaged, to: Int64.self), ordering: .relaxed)
      table[place].pointee.store(key, ordering: .releasing)
      return unmanaged
    }
  }

  @inline(__always)
  private func find(_ key: Int64) -> (place: Int, site: Unmanaged<TimedSite>?) {
    // Texts can be anywhere in memory; a multiplication spreads the differing bits (Knuth, 6.4).
    let hash = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
    var index = Int(truncatingIfNeeded: hash >> 48) & (Self.capacity - 1)
    while true {
      let place = index << 1
      let found = table[place].pointee.load(ordering: .acquiring)
      if found == key {
        let site = table[place + 1].pointee.load(ordering: .relaxed)
        return (place, unsafeBitCast(site, to: Unmanaged<TimedSite>.self))
      }
      if found == 0 { return (place, nil) }
      index = (index + 1) & (Self.capacity - 1)
    }
  }
}

/// The times of one marked function, counted in buckets that any thread adds to.
final class TimedSite: Sendable {
  /// About an hour; longer calls are counted as this long.
  private static let longestTracked: Int64 = 1 << 42 - 1
  private static let bucketCount = bucket(of: UInt64(longestTracked)) + 1

  /// The function's name, a space, and `file:line`.
  let text: StaticString
  private let buckets = AtomicWords(count: TimedSite.bucketCount)
  private let longest = Atomic<Int64>(0)
  private let failures = Atomic<Int>(0)
  private let cancellations = Atomic<Int>(0)

  init(_ text: StaticString) { self.text = text }

  func record(_ elapsed: Int64, _ outcome: TimedCall.Outcome) {
    let tracked = UInt64(bitPattern: min(max(0, elapsed), Self.longestTracked))
    buckets[Self.bucket(of: tracked)].pointee.wrappingAdd(1, ordering: .relaxed)
    if elapsed > longest.load(ordering: .relaxed) { longest.max(elapsed, ordering: .relaxed) }
    switch outcome {
    case .completed: break
    case .failed: failures.wrappingAdd(1, ordering: .relaxed)
    case .cancelled: cancellations.wrappingAdd(1, ordering: .relaxed)
    }
  }

  func reset() {
    for index in 0..<Self.bucketCount { buckets[index].pointee.store(0, ordering: .relaxed) }
    longest.store(0, ordering: .relaxed)
    failures.store(0, ordering: .relaxed)
    cancellations.store(0, ordering: .relaxed)
  }

  /// Adds this site's counts to the total of all sites of one function.
  func add(to total: inout Total) {
    for index in 0..<Self.bucketCount {
      let count = buckets[index].pointee.load(ordering: .relaxed)
      if count > 0 { _ = total.elapsed.record(Self.middle(of: index), count: UInt64(count)) }
    }
    total.longest = max(total.longest, longest.load(ordering: .relaxed))
    total.failures += failures.load(ordering: .relaxed)
    total.cancellations += cancellations.load(ordering: .relaxed)
  }

  /// The bucket of a time: each power of two from 128 ns is divided into 64 buckets, as in
  /// HdrHistogram.
  @inline(__always)
  static func bucket(of nanoseconds: UInt64) -> Int {
    guard nanoseconds >= 128 else { return Int(truncatingIfNeeded: nanoseconds) }
    let shift = 57 - nanoseconds.leadingZeroBitCount
    return shift << 6 + Int(truncatingIfNeeded: nanoseconds >> UInt64(shift))
  }

  /// The middle of a bucket, which represents all its times to within one percent.
  static func middle(of bucket: Int) -> UInt64 {
    guard bucket >= 128 else { return UInt64(bucket) }
    let shift = UInt64(bucket >> 6 - 1)
    return UInt64(bucket & 63 | 64) << shift + (1 << shift) / 2
  }

  /// The sum of the counts of one function's sites.
  struct Total {
    var elapsed = Histogram<UInt64>(
      lowestDiscernibleValue: 1, highestTrackableValue: 1 << 43,
      numberOfSignificantValueDigits: .two)
    var longest: Int64 = 0
    var failures = 0
    var cancellations = 0
  }
}

/// An array of numbers, initially zero, that any thread reads and changes without a lock.
struct AtomicWords: ~Copyable, Sendable {
  // Invariant: the address of `count` initialized atomics, owned by this value alone. It is kept as
  // a number because a pointer is not `Sendable`; all access to the memory is atomic.
  private let address: UInt

  init(count: Int) {
    let words = UnsafeMutablePointer<Atomic<Int64>>.allocate(capacity: count)
    for index in 0..<count { (words + index).initialize(to: Atomic(0)) }
    address = UInt(bitPattern: words)
  }

  deinit { self[0].deallocate() }

  /// The word at an index, which the caller keeps within the count.
  @inline(__always)
  subscript(index: Int) -> UnsafeMutablePointer<Atomic<Int64>> {
    UnsafeMutablePointer(bitPattern: address).unsafelyUnwrapped + index
  }
}
