// SPDX-License-Identifier: Apache-2.0

/// A page of which only the identity and the type are used, on any thread.
typealias PageIdentity = any AnyObject & Sendable

/// The observers of a monitor, resolved once for each type and instance.
struct PageRegistry {
  private struct Rule {
    let observer: PageObserver
    let matches: @Sendable (PageIdentity) -> Bool
  }

  /// The objects that a sweep removed. Release them without a lock, because a deinit may call
  /// anything.
  struct Swept {
    fileprivate(set) var observers: [PageObserver] = []
    /// The pages that still exist; their owners may have released them during the sweep.
    fileprivate var pages: [PageIdentity]

    /// Releases all objects, and keeps the memory for the next sweep.
    mutating func letGo() {
      observers = []
      pages.removeAll(keepingCapacity: true)
    }
  }

  private final class Instance {
    weak var page: PageIdentity?
    /// Keeps the address from being reused, so that it alone identifies the page. Such a reference
    /// keeps the memory from being freed, even when the page is gone.
    private unowned let address: PageIdentity
    var observers: [PageObserver]
    /// Nil until the first request after a change.
    var watch: PageWatch?

    init(_ page: PageIdentity, _ observer: PageObserver) {
      self.page = page
      address = page
      observers = [observer]
    }

    /// Whether the page at its address is the observed one.
    var isCertain: Bool {
      #if canImport(ObjectiveC)
        // An Objective-C object's memory is freed despite such references.
        page != nil
      #else
        true
      #endif
    }
  }

  private var rules: [Rule] = []
  /// The observers of each type's pages; every change empties it.
  private var kinds = PointerTable<PageWatch>()
  private var instances = PointerTable<Instance>()
  private var hasChangedWatches = false
  /// Earlier tables of the observers of each type, which calls may still use.
  var replaced: [SharedWatches.Table] = []
  private var lastID = 0
  private var callsUntilSweep = 64
  // Empty, but with the memory of the last sweep, so that a sweep that finds nothing allocates
  // nothing.
  private var spare: [PageIdentity] = []

  /// The number of observers; observers of pages that are gone count until they are swept out.
  private(set) var observerCount = 0

  mutating func addObserver(
    _ body: @escaping @Sendable (PageTiming) -> Void,
    where matches: @escaping @Sendable (PageIdentity) -> Bool
  ) -> Int {
    let observer = makeObserver(body)
    rules.append(Rule(observer: observer, matches: matches))
    forgetWatches()
    return observer.id
  }

  /// Adds an observer of one page.
  mutating func addObserver(
    _ body: @escaping @Sendable (PageTiming) -> Void, of page: PageIdentity
  ) -> Int {
    let observer = makeObserver(body)
    let id = ObjectIdentifier(page)
    if let instance = instances[id], instance.page === page {
      instance.observers.append(observer)
      instance.watch = nil
    } else {
      instances.insert(Instance(page, observer), for: id)
      hasChangedWatches = true
    }
    return observer.id
  }

  /// Removes and returns an observer, which the caller must release without a lock.
  mutating func remove(_ id: Int) -> PageObserver? {
    if let index = rules.firstIndex(where: { $0.observer.id == id }) {
      observerCount -= 1
      forgetWatches()
      return rules.remove(at: index).observer
    }
    var removed: PageObserver?
    for instance in instances.all {
      guard let index = instance.observers.firstIndex(where: { $0.id == id }) else { continue }
      removed = instance.observers.remove(at: index)
      instance.watch = nil
    }
    guard let removed else { return nil }
    observerCount -= 1
    hasChangedWatches = true
    instances.removeAll { $0.observers.isEmpty }
    return removed
  }

  /// The observers of a page, if they are already resolved; nil also when a sweep is due.
  @inline(__always)
  mutating func knownWatch(
    for page: ObjectIdentifier, of type: ObjectIdentifier, in phase: PagePhase
  ) -> PageWatch? {
    guard instances.count > 0 else { return kinds[type] }
    callsUntilSweep -= 1
    guard callsUntilSweep > 0, phase != .didDisappear else { return nil }
    guard let instance = instances[page], instance.isCertain else { return kinds[type] }
    return instance.watch
  }

  /// Returns the observers of each type's pages, once after each change.
  ///
  /// - Returns: Nil without a change. An empty table while single pages are observed, because the
  ///   type alone doesn't determine the observers then.
  mutating func takeChangedWatches() -> PointerTable<PageWatch>? {
    guard hasChangedWatches else { return nil }
    hasChangedWatches = false
    return instances.count > 0 ? PointerTable() : kinds
  }

  /// Finds the observers of a page.
  mutating func watch(for page: PageIdentity, as type: PageClass) -> PageWatch {
    if instances.count > 0, let instance = instances[ObjectIdentifier(page)],
      instance.page === page
    {
      return watch(of: instance, page, type)
    }
    return kindWatch(of: page, type)
  }

  /// Whether it is time to look for pages that are gone.
  ///
  /// Nothing reports that an object is gone, so the registry looks for it now and then, and when a
  /// page is hidden.
  mutating func isSweepDue(in phase: PagePhase) -> Bool {
    guard instances.count > 0 else { return false }
    guard callsUntilSweep <= 0 || phase == .didDisappear else { return false }
    // As many calls as there are instances, so that a sweep costs each call one look.
    callsUntilSweep = max(64, instances.count)
    return true
  }

  /// Removes the observers of pages that are gone.
  mutating func sweep() -> Swept {
    var swept = Swept(pages: spare)
    spare = []
    instances.forEach { instance in
      if let page = instance.page {
        swept.pages.append(page)
      } else {
        swept.observers += instance.observers
      }
    }
    guard !swept.observers.isEmpty else { return swept }
    let gone = Set(swept.observers.map(\.id))
    observerCount -= gone.count
    hasChangedWatches = true
    instances.removeAll { instance in instance.observers.contains { gone.contains($0.id) } }
    return swept
  }

  /// Takes back the memory of a released sweep.
  mutating func reuse(_ swept: Swept) {
    if swept.pages.isEmpty { spare = swept.pages }
  }

  private mutating func watch(
    of instance: Instance, _ page: PageIdentity, _ type: PageClass
  ) -> PageWatch {
    if let watch = instance.watch { return watch }
    let kind = kindWatch(of: page, type)
    let all = (kind.observers + instance.observers).sorted { $0.id < $1.id }
    let watch = PageWatch(kind.page, all)
    instance.watch = watch
    return watch
  }

  private mutating func kindWatch(of page: PageIdentity, _ type: PageClass) -> PageWatch {
    if let watch = kinds[type.id] { return watch }
    let watch = PageWatch(type, rules.filter { $0.matches(page) }.map(\.observer))
    kinds.insert(watch, for: type.id)
    hasChangedWatches = true
    return watch
  }

  private mutating func makeObserver(
    _ body: @escaping @Sendable (PageTiming) -> Void
  ) -> PageObserver {
    lastID += 1
    observerCount += 1
    return PageObserver(id: lastID, body: body)
  }

  private mutating func forgetWatches() {
    kinds = PointerTable()
    hasChangedWatches = true
    for instance in instances.all { instance.watch = nil }
  }
}

/// The observers of one page, or of one type of pages; every change creates it again.
@usableFromInline
final class PageWatch: Sendable {
  let page: PageClass
  /// In the order of their registration.
  let observers: [PageObserver]
  /// The first of them, stored separately, because mostly there are no others.
  private let first: @Sendable (PageTiming) -> Void
  private let others: [PageObserver]

  init(_ page: PageClass, _ observers: [PageObserver]) {
    self.page = page
    self.observers = observers
    if let first = observers.first { self.first = first.body } else { first = { _ in } }
    others = Array(observers.dropFirst())
  }

  // Not inlined: the caller keeps this object, so its closures are called without a copy.
  @inline(never)
  func tell(_ timing: PageTiming) {
    first(timing)
    for observer in others { observer.body(timing) }
  }
}

/// A closure that is called after calls.
struct PageObserver: Sendable {
  let id: Int
  let body: @Sendable (PageTiming) -> Void
}

/// A table from identities to values: linear probing over the address.
///
/// A dictionary's hash keeps an attacker from choosing colliding keys. Addresses aren't chosen, and
/// each observed call needs a lookup.
struct PointerTable<Value: AnyObject> {
  private var keys: [UInt] = []
  private var values: [Value?] = []
  private(set) var count = 0

  /// The value of a key; nil when the key is missing.
  subscript(id: ObjectIdentifier) -> Value? { unretained(id)?.takeUnretainedValue() }

  /// The value of a key, not retained; nil when the key is missing.
  @inline(__always)
  func unretained(_ id: ObjectIdentifier) -> Unmanaged<Value>? {
    guard !keys.isEmpty else { return nil }
    let key = UInt(bitPattern: id)
    var position = home(of: key)
    while keys[position] != 0 {
      if keys[position] == key { return values[position].map(Unmanaged.passUnretained) }
      position = (position + 1) & (keys.count - 1)
    }
    return nil
  }

  /// All values, in no particular order.
  var all: [Value] { values.compactMap(\.self) }

  /// Calls a closure with each value, in no particular order.
  func forEach(_ body: (Value) -> Void) {
    for case let value? in values { body(value) }
  }

  /// Adds a value, or replaces the existing one.
  mutating func insert(_ value: Value, for id: ObjectIdentifier) {
    if (count + 1) * 2 > keys.count { rebuild(capacity: max(8, keys.count * 2)) { _ in true } }
    place(value, UInt(bitPattern: id))
  }

  /// Removes values.
  mutating func removeAll(where isRemoved: (Value) -> Bool) {
    rebuild(capacity: keys.count) { !isRemoved($0) }
  }

  private func home(of key: UInt) -> Int {
    // Objects are at multiples of 16; a multiplication spreads the differing bits (Knuth, 6.4).
    Int(truncatingIfNeeded: (key >> 4) &* 0x9E37_79B9 >> 12) & (keys.count - 1)
  }

  private mutating func rebuild(capacity: Int, keeping isKept: (Value) -> Bool) {
    let old = zip(keys, values)
    keys = Array(repeating: 0, count: capacity)
    values = Array(repeating: nil, count: capacity)
    count = 0
    for case (let key, let value?) in old where isKept(value) { place(value, key) }
  }

  private mutating func place(_ value: Value, _ key: UInt) {
    var position = home(of: key)
    while keys[position] != 0, keys[position] != key {
      position = (position + 1) & (keys.count - 1)
    }
    if keys[position] == 0 { count += 1 }
    keys[position] = key
    values[position] = value
  }
}

extension PointerTable: Sendable where Value: Sendable {}
