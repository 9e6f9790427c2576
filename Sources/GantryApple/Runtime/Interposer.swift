// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// Puts modules in front of the methods of a delegate's class, one by one.
///
/// The object stays as it is: it isn't replaced, and no class is made. If the class has the method,
/// its code is replaced by code that tells the modules and then runs the original. If a superclass
/// has the method, one that does the same is added to the class. If no class has it, one that
/// answers for the modules is added. Only attached objects tell modules; other objects of the class
/// run as before.
package enum Interposer {
  /// A method of a class.
  private struct Slot: Hashable {
    let type: ClassRef
    let method: DelegateMethod
  }

  /// The code that a slot had before.
  private enum Former {
    case own(CodeRef)
    /// The code of a superclass, looked up at each call, since it may change as well.
    case inherited
    case none
  }

  private struct Entry {
    let row: DelegateMethodRow
    let shape: MethodShape
    let code: CodeRef
    var otherwise: @Sendable ([UInt]) -> MethodAnswer
    var former: Former
    /// The code that the slot had at an earlier attachment, if it has different code now. That may
    /// be a library's, which calls the code that it found: ours.
    var earlier: CodeRef?
    /// How many attached objects need it.
    var users = 0
    /// Whether our code is in place, or below another library's method. A library may have kept our
    /// earlier code, and call it later.
    var isInPlace = true
  }

  private struct Attached {
    let id: Int
    let type: ClassRef
    var methods: [DelegateMethod: Interposition]
  }

  /// An attached object and its host; each reads nil as soon as it begins to deallocate.
  private struct Pair {
    weak let object: AnyObject?
    weak let host: AnyObject?
  }

  /// A call in progress: the same method of a superclass must not tell modules again.
  private struct Running: Hashable {
    /// 0 for the main actor's thread, on which nearly all calls come.
    let thread: UInt
    let receiver: UInt
    let slot: Slot
  }

  private struct State {
    var runtime: (any DelegateRuntime)?
    var entries: [Slot: Entry] = [:]
    var attached: [UInt: Attached] = [:]
    var running: [Running] = []
    var lastID = 0

    /// The first entry from a class upwards; an entry in place is preferred.
    func entry(
      of method: DelegateMethod, from type: ClassRef?, _ runtime: any DelegateRuntime
    ) -> (slot: Slot, entry: Entry)? {
      entry(of: method, from: type, isInPlace: true, runtime)
        ?? entry(of: method, from: type, isInPlace: false, runtime)
    }

    private func entry(
      of method: DelegateMethod, from type: ClassRef?, isInPlace: Bool,
      _ runtime: any DelegateRuntime
    ) -> (slot: Slot, entry: Entry)? {
      var next = type
      while let here = next {
        let slot = Slot(type: here, method: method)
        if let entry = entries[slot], entry.isInPlace == isInPlace { return (slot, entry) }
        next = runtime.superclass(of: here)
      }
      return nil
    }
  }

  /// Process-wide, as classes are: a C function has no other way to its entry.
  private static let state = Mutex(State())
  /// The attached objects by address, which another object may have later.
  @MainActor private static var objects: [UInt: Pair] = [:]

  /// Puts modules in front of methods of an object's class.
  ///
  /// - Parameters:
  ///   - object: The delegate; if a host is attached to it, nothing changes.
  ///   - methods: The methods and the modules' part in each; methods of an unknown shape are
  ///     skipped.
  ///   - runtime: The Objective-C runtime, the same for the whole process.
  ///   - host: The host that attaches; once it is gone, another may.
  /// - Returns: The number of the attachment, and the methods; nil if a host is attached to the
  ///   object.
  @MainActor
  package static func attach(
    _ object: AnyObject, _ methods: [Interposition], _ runtime: any DelegateRuntime,
    for host: AnyObject
  ) -> (id: Int, methods: [DelegateMethod])? {
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    // Its stated class, since all observed objects share the class that key-value observing makes.
    let type = runtime.classes(of: object).stated
    let isLeft = objects[address]?.object == nil || objects[address]?.host == nil
    if isLeft, let id = state.withLock({ $0.attached[address]?.id }) { detach(id) }
    let attached = state.withLock { state -> (id: Int, methods: [DelegateMethod])? in
      state.runtime = runtime
      guard state.attached[address] == nil else { return nil }
      state.lastID += 1
      var attached = Attached(id: state.lastID, type: type, methods: [:])
      take(methods, for: &attached, &state, runtime)
      state.attached[address] = attached
      return (attached.id, attached.methods.keys.sorted { $0.rawValue < $1.rawValue })
    }
    if attached != nil { objects[address] = Pair(object: object, host: host) }
    return attached
  }

  /// Puts modules in front of further methods of an attached object's class.
  ///
  /// - Parameters:
  ///   - id: The number of the attachment.
  ///   - methods: The methods and the modules' part in each; those that the attachment has stay as
  ///     they are.
  /// - Returns: All methods of the attachment; nil if it has ended, or its object no longer exists.
  @MainActor
  package static func extend(_ id: Int, by methods: [Interposition]) -> [DelegateMethod]? {
    state.withLock { state in
      guard let runtime = state.runtime,
        let (address, found) = state.attached.first(where: { $0.value.id == id }),
        objects[address]?.object != nil
      else { return nil }
      var attached = found
      take(methods, for: &attached, &state, runtime)
      state.attached[address] = attached
      return attached.methods.keys.sorted { $0.rawValue < $1.rawValue }
    }
  }

  private static func take(
    _ methods: [Interposition], for attached: inout Attached, _ state: inout State,
    _ runtime: any DelegateRuntime
  ) {
    for method in methods where attached.methods[method.row.method] == nil {
      let slot = Slot(type: attached.type, method: method.row.method)
      guard interpose(method, at: slot, &state, runtime) else { continue }
      state.entries[slot]?.users += 1
      attached.methods[slot.method] = method
    }
  }

  private static func interpose(
    _ method: Interposition, at slot: Slot, _ state: inout State, _ runtime: any DelegateRuntime
  ) -> Bool {
    let (row, name) = (method.row, method.row.selector)
    guard let shape = MethodShape(encoding: row.encoding),
      let code = InterposedCode.of(row.method, as: shape)
    else { return false }
    let found = runtime.method(name, of: slot.type)
    // Our code is still in place, or below another library's method.
    if state.entries[slot]?.isInPlace == true {
      // An earlier host may be gone, and with it the answer for no module.
      if state.entries[slot]?.users == 0 { state.entries[slot]?.otherwise = method.otherwise }
      return true
    }
    let former: Former
    if let found, found.owner == slot.type {
      guard found.encoding.isEmpty || MethodShape(encoding: found.encoding) == shape else {
        return false
      }
      former = .own(runtime.replace(code, name, in: slot.type))
    } else {
      guard runtime.add(code, name, encoding: row.encoding, to: slot.type) else {
        return false
      }
      former = found == nil ? .none : .inherited
    }
    state.entries[slot] = Entry(
      row: row, shape: shape, code: code, otherwise: method.otherwise, former: former,
      earlier: state.entries[slot].flatMap { earlier($0, former) })
    return true
  }

  /// The code that a slot had at an earlier attachment, if it has different code now.
  private static func earlier(_ entry: Entry, _ former: Former) -> CodeRef? {
    guard case .own(let before) = entry.former, case .own(let now) = former, before != now else {
      return entry.earlier
    }
    return before
  }

  /// Ends an attachment, and restores the methods that it replaced.
  ///
  /// A method that another library has wrapped meanwhile stays, and runs the delegate's own. A
  /// method that was added stays, and answers as a delegate without it would.
  package static func detach(_ id: Int) {
    state.withLock { state in
      guard let (address, attached) = state.attached.first(where: { $0.value.id == id }) else {
        return
      }
      state.attached[address] = nil
      guard let runtime = state.runtime else { return }
      for method in attached.methods.keys {
        let slot = Slot(type: attached.type, method: method)
        guard var entry = state.entries[slot] else { continue }
        entry.users -= 1
        state.entries[slot] = entry
        guard entry.users == 0, case .own(let code) = entry.former else { continue }
        let now = runtime.method(entry.row.selector, of: attached.type)
        guard now?.owner == attached.type, now?.code == entry.code else { continue }
        _ = runtime.replace(code, entry.row.selector, in: attached.type)
        state.entries[slot]?.isInPlace = false
      }
    }
  }

  /// The parts of one call.
  private struct Call {
    let shape: MethodShape
    let own: CodeRef?
    let otherwise: @Sendable ([UInt]) -> MethodAnswer
    let interposition: Interposition?
    let mark: Running
  }

  /// Tells the modules, runs the delegate's own method, and merges the answers.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - receiver: The delegate.
  ///   - name: The word by which the method was called, which may be another library's name for it.
  ///   - words: The arguments.
  static func run(
    _ method: DelegateMethod, _ receiver: UInt, _ name: UInt, _ words: [UInt]
  ) -> MethodAnswer {
    guard let call = state.withLock({ begin(method, receiver, &$0) }) else { return .nothing }
    defer {
      state.withLock { state in
        if let index = state.running.lastIndex(of: call.mark) { state.running.remove(at: index) }
      }
    }
    let heard = call.interposition.flatMap { interposition in
      MainActor.assumeIsolated { tell(interposition, receiver, words, hasOwn: call.own != nil) }
    }
    guard let own = call.own else { return heard?.answer ?? call.otherwise(words) }
    let given = call.shape.call(own, receiver, name, heard?.words ?? words)
    guard let answer = heard?.answer, let interposition = call.interposition else { return given }
    return MainActor.assumeIsolated { interposition.merged(answer, given) }
  }

  /// The modules' answer, and the arguments for the delegate's own method. Nil if modules take no
  /// part in the call, for example when the delegate is deallocating.
  @MainActor
  private static func tell(
    _ interposition: Interposition, _ receiver: UInt, _ words: [UInt], hasOwn: Bool
  ) -> Interposition.Heard? {
    guard objects[receiver]?.object != nil else { return nil }
    return interposition.hear(words, hasOwn)
  }

  private static func begin(
    _ method: DelegateMethod, _ receiver: UInt, _ state: inout State
  ) -> Call? {
    guard let runtime = state.runtime else { return nil }
    let isOnMain = runtime.isOnMain
    let thread = isOnMain ? 0 : runtime.thread
    let outer = state.running.last {
      $0.thread == thread && $0.receiver == receiver && $0.slot.method == method
    }
    let above = outer.flatMap {
      state.entry(of: method, from: runtime.superclass(of: $0.slot.type), runtime)
    }
    // If no entry is above, the delegate calls the method from within itself, which is a new call.
    // If one is above, such a call looks like a call of super.
    guard
      let (slot, entry) = above
        ?? state.entry(of: method, from: runtime.realClass(at: receiver), runtime)
    else { return nil }
    // Or a library, whose code is the delegate's own now, calls our code that it once found there.
    let kept = above == nil && outer?.slot == slot ? entry.earlier : nil
    // Off the main actor, where the system never calls, only the delegate's own method runs.
    let mayTell = above == nil && kept == nil && isOnMain
    let interposition = mayTell ? state.attached[receiver]?.methods[method] : nil
    let mark = Running(thread: thread, receiver: receiver, slot: slot)
    state.running.append(mark)
    return Call(
      shape: entry.shape, own: kept ?? own(entry, slot, runtime), otherwise: entry.otherwise,
      interposition: interposition, mark: mark)
  }

  /// The delegate's own code for a method; nil if it has none.
  private static func own(
    _ entry: Entry, _ slot: Slot, _ runtime: any DelegateRuntime
  ) -> CodeRef? {
    switch entry.former {
    case .own(let code): return code
    case .none: return nil
    case .inherited:
      let above = runtime.superclass(of: slot.type)
      return above.flatMap { runtime.method(entry.row.selector, of: $0)?.code }
    }
  }
}
