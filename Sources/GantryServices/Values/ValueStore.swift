// SPDX-License-Identifier: Apache-2.0

internal import GantryText
internal import Synchronization

/// The shared values of one application, for all providers and readers.
@usableFromInline
final class ValueStore: Sendable {
  struct State {
    var table = ValueTable()
    /// The modules that have declared to provide a value, by name; the value is reserved for them.
    var declared: [String: [SharedValueClaim]] = [:]
    /// The key that was last provided, by name.
    var provided: [String: ValueIdentity] = [:]
    /// The keys that each owner has provided since it last withdrew everything, so that a
    /// withdrawal skips all others.
    fileprivate var owned: [ModuleName: Set<ValueIdentity>] = [:]
    var lastWatcher = 0

    /// The provider of a value with the same name and another type.
    fileprivate func otherType<Value>(
      of key: SharedValueKey<Value>, _ claims: [SharedValueClaim], refusing owner: ModuleName
    ) -> SharedValueError? {
      let refusedType = String(reflecting: Value.self)
      let other = provided[key.name].flatMap { $0 == key.identity ? nil : table.slot(for: $0) }
      if let other, let entry = other.override ?? other.claim {
        return .otherType(
          key: key.name, type: String(reflecting: other.info.type), by: entry.owner, refused: owner,
          refusedType: refusedType)
      }
      return claims.first { $0.typeID != ObjectIdentifier(Value.self) }.map { claim in
        .otherType(
          key: key.name, type: claim.type, by: claim.provider, refused: owner,
          refusedType: refusedType)
      }
    }

    fileprivate mutating func change(
      _ info: ValueInfo, _ body: (inout ValueTable.Slot) -> Void
    ) -> Change {
      let removed = table.change(info, body)
      let watchers = table.slot(for: info.identity)?.watchers.values
      return Change(removed: removed, watchers: watchers.map { Array($0) } ?? [])
    }
  }

  /// Guards the table: an entry under a key's identity is always a `ValueBox` of the key's type.
  let state = Mutex(State())

  @inlinable
  func read<Value>(_ key: SharedValueKey<Value>) -> Value? {
    guard let entry = entry(for: key.identity) else { return nil }
    // Safe: `provide` is the only writer, and the identity holds the type.
    return unsafeDowncast(entry, to: ValueBox<Value>.self).value
  }

  @usableFromInline
  func entry(for identity: ValueIdentity) -> (any ValueEntry)? {
    state.withLock { $0.table.entry(for: identity) }
  }

  func declare(_ claims: [SharedValueClaim]) {
    let declared = Dictionary(grouping: claims, by: \.key)
    state.withLock { $0.declared = declared }
  }

  func provide<Value>(
    _ source: ValueBox<Value>.Source, for key: SharedValueKey<Value>, by owner: ModuleName,
    overriding: Bool
  ) throws(SharedValueError) {
    let box = ValueBox(source, owner: owner)
    let change = state.withLock { state -> Result<Change, SharedValueError> in
      let slot = state.table.slot(for: key.identity)
      let claims = state.declared[key.name] ?? []
      if let other = state.otherType(of: key, claims, refusing: owner) { return .failure(other) }
      let overrides =
        overriding || slot?.override?.owner == owner
        || claims.contains { $0.provider == owner && $0.isOverride }
      let rival =
        (overrides ? slot?.override : slot?.claim)?.owner
        ?? claims.first { $0.isOverride == overrides }?.provider
      if let rival, rival != owner {
        return .failure(.claimed(key: key.name, by: rival, refused: owner))
      }
      state.provided[key.name] = key.identity
      if slot?.isProvided(by: owner) != true {
        state.owned[owner, default: []].insert(key.identity)
      }
      return .success(
        state.change(ValueInfo(key)) { slot in
          if overrides { slot.override = box } else { slot.claim = box }
        })
    }
    try change.get().announce()
  }

  func withdraw<Value>(_ key: SharedValueKey<Value>, by owner: ModuleName) {
    let change = state.withLock { state -> Change? in
      guard state.table.slot(for: key.identity)?.isProvided(by: owner) == true else { return nil }
      return state.change(ValueInfo(key)) { $0.remove(owner) }
    }
    change?.announce()
  }

  func withdrawAll(by owner: ModuleName) {
    let changes = state.withLock { state in
      (state.owned.removeValue(forKey: owner) ?? []).compactMap(state.table.slot)
        .filter { $0.isProvided(by: owner) }
        .map { slot in state.change(slot.info) { $0.remove(owner) } }
    }
    for change in changes { change.announce() }
  }

  /// Tells watchers that a closure now returns another value.
  func announce<Value>(_ key: SharedValueKey<Value>) {
    let slot = state.withLock { $0.table.slot(for: key.identity) }
    for watcher in slot?.watchers.values ?? [:].values { watcher.yield() }
  }

  /// Creates a stream that ticks now and at each change; unread ticks merge into one.
  func watch<Value>(_ key: SharedValueKey<Value>) -> (id: Int, ticks: AsyncStream<Void>) {
    let (ticks, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.lastWatcher += 1
      let id = state.lastWatcher
      _ = state.table.change(ValueInfo(key)) { $0.watchers[id] = continuation }
      return id
    }
    continuation.yield()
    return (id, ticks)
  }

  func unwatch<Value>(_ key: SharedValueKey<Value>, _ id: Int) {
    state.withLock { state in
      _ = state.table.change(ValueInfo(key)) { $0.watchers[id] = nil }
    }
  }

  var provided: [ProvidedValue] {
    state.withLock { $0.table.all }.compactMap(ProvidedValue.init).sorted { $0.key < $1.key }
  }

  /// The work left for after the lock, because a value's deinit or a watcher may call the store.
  fileprivate struct Change {
    let removed: [any ValueEntry]
    let watchers: [AsyncStream<Void>.Continuation]

    func announce() { for watcher in watchers { watcher.yield() } }
  }
}

extension ValueTable.Slot {
  fileprivate func isProvided(by owner: ModuleName) -> Bool {
    claim?.owner == owner || override?.owner == owner
  }

  fileprivate mutating func remove(_ owner: ModuleName) {
    if claim?.owner == owner { claim = nil }
    if override?.owner == owner { override = nil }
  }
}

/// A closure that is being called for its value, possibly nested in others. A closure that reads
/// its own key, directly or through other modules' closures, would never return.
final class OpenRead: Sendable {
  @TaskLocal private static var innermost: OpenRead?

  private let entry: ObjectIdentifier
  private let outer: OpenRead?
  /// Tasks that a closure starts inherit this read, and may outlive it.
  private let isOpen = Atomic(true)

  private init(_ entry: any ValueEntry, inside outer: OpenRead?) {
    self.entry = ObjectIdentifier(entry)
    self.outer = outer
  }

  /// Calls a closure.
  ///
  /// - Returns: Its value; nil when it is already being called.
  static func of<Value>(_ entry: any ValueEntry, _ read: () -> Value) -> Value? {
    var outer = innermost
    // One that has ended leads nowhere: tasks that start each other would keep a chain without an end.
    while let ended = outer, !ended.isOpen.load(ordering: .acquiring) { outer = ended.outer }
    var open = outer
    while let other = open {
      let isSame = other.entry == ObjectIdentifier(entry)
      if isSame, other.isOpen.load(ordering: .acquiring) { return nil }
      open = other.outer
    }
    let own = OpenRead(entry, inside: outer)
    defer { own.isOpen.store(false, ordering: .releasing) }
    return $innermost.withValue(own, operation: read)
  }
}
