// SPDX-License-Identifier: Apache-2.0

/// A page of which only the identity and the type are used, on any thread.
typealias PageIdentity = any AnyObject & Sendable

/// The observers of a monitor, resolved once for each type and instance.
struct PageRegistry {
  private struct Rule {
    let observer: PageObserver
    let matches: @Sendable (PageIdentity) -> Bool
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
  private var kinds: [ObjectIdentifier: PageWatch] = [:]
  private var instances: [ObjectIdentifier: Instance] = [:]
  private var lastID = 0

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
      instances[id] = Instance(page, observer)
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
    for (page, instance) in instances {
      guard let index = instance.observers.firstIndex(where: { $0.id == id }) else { continue }
      observerCount -= 1
      instance.watch = nil
      if instance.observers.count == 1 { instances[page] = nil }
      return instance.observers.remove(at: index)
    }
    return nil
  }

  /// The observers of a page, if they are already resolved.
  func knownWatch(for page: ObjectIdentifier, of type: ObjectIdentifier) -> PageWatch? {
    guard let instance = instances[page], instance.isCertain else { return kinds[type] }
    return instance.watch
  }

  /// Finds the observers of a page.
  mutating func watch(for page: PageIdentity, as type: PageClass) -> PageWatch {
    let kind = kindWatch(of: page, type)
    guard let instance = instances[ObjectIdentifier(page)], instance.page === page else {
      return kind
    }
    let all = (kind.observers + instance.observers).sorted { $0.id < $1.id }
    let watch = PageWatch(kind.page, all)
    instance.watch = watch
    return watch
  }

  /// Removes the observers of pages that are gone.
  ///
  /// - Returns: Objects to release without a lock, because a deinit may call anything: the
  ///   observers, and the pages that still exist, whose owners may have released them meanwhile.
  mutating func sweep() -> (observers: [PageObserver], pages: [PageIdentity]) {
    var gone: [PageObserver] = []
    var pages: [PageIdentity] = []
    for (id, instance) in instances {
      if let page = instance.page {
        pages.append(page)
      } else {
        gone += instance.observers
        instances[id] = nil
      }
    }
    observerCount -= gone.count
    return (gone, pages)
  }

  private mutating func kindWatch(of page: PageIdentity, _ type: PageClass) -> PageWatch {
    if let watch = kinds[type.id] { return watch }
    let watch = PageWatch(type, rules.filter { $0.matches(page) }.map(\.observer))
    kinds[type.id] = watch
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
    kinds = [:]
    for instance in instances.values { instance.watch = nil }
  }
}

/// The observers of one page, or of one type of pages; every change creates it again.
@usableFromInline
final class PageWatch: Sendable {
  let page: PageClass
  /// In the order of their registration.
  let observers: [PageObserver]

  init(_ page: PageClass, _ observers: [PageObserver]) {
    self.page = page
    self.observers = observers
  }

  func tell(_ timing: PageTiming) {
    for observer in observers { observer.body(timing) }
  }
}

/// A closure that is called after calls.
struct PageObserver: Sendable {
  let id: Int
  let body: @Sendable (PageTiming) -> Void
}
