// SPDX-License-Identifier: Apache-2.0

internal import GantryText
internal import Synchronization

/// Puts modules in front of the methods of a delegate's class, one by one.
///
/// Nothing is put in the object's place, and no class is made: the object stays as it is. Where the
/// class has the method, it is replaced by one that tells the modules and then runs it; where a class
/// above has it, one is added that does the same; where none has it, one is added that answers for the
/// modules. Only objects that are attached tell modules; other objects of the class run as before.
package enum Interposer {
  /// A method of a class.
  private struct Place: Hashable {
    let type: ClassRef
    let method: DelegateMethod
  }

  /// The code that a place had before.
  private enum Former {
    case own(CodeRef)
    /// That of a class above, looked up at each call: it may change, too.
    case inherited
    case none
  }

  private struct Entry {
    let row: DelegateMethodRow
    let shape: MethodShape
    let code: CodeRef
    let otherwise: @Sendable ([UInt]) -> MethodAnswer
    var former: Former
    /// How many objects are attached that need it.
    var users = 0
    /// Whether it is there, or below the method that another library has put over it. A library may
    /// have kept our code from before, and call it later.
    var isInPlace = true
  }

  private struct Attached {
    let id: Int
    let type: ClassRef
    var methods: [DelegateMethod: Interposition]
  }

  /// Reads nil from the moment at which the object begins to go.
  private struct Weak {
    weak let object: AnyObject?
  }

  /// A call that is going on: the same method of a class above must not tell modules again.
  private struct Running: Hashable {
    let receiver: UInt
    let place: Place
  }

  private struct State {
    var runtime: (any DelegateRuntime)?
    var entries: [Place: Entry] = [:]
    var attached: [UInt: Attached] = [:]
    var running: [Running] = []
    var lastID = 0

    /// The first entry from a class upwards.
    func entry(
      of method: DelegateMethod, from type: ClassRef?, isInPlace: Bool,
      _ runtime: any DelegateRuntime
    ) -> (Place, Entry)? {
      var next = type
      while let here = next {
        let place = Place(type: here, method: method)
        if let entry = entries[place], entry.isInPlace == isInPlace { return (place, entry) }
        next = runtime.superclass(of: here)
      }
      return nil
    }
  }

  /// Process-wide, as classes are: a function of C has no other way to its entry.
  private static let state = Mutex(State())
  /// The attached objects by address, which another object may have later.
  @MainActor private static var objects: [UInt: Weak] = [:]

  /// Puts modules in front of methods of an object's class.
  ///
  /// - Parameters:
  ///   - object: The delegate; attached already, it stays as it was.
  ///   - methods: The methods and the modules' part in each; an unknown shape is passed over.
  ///   - runtime: The Objective-C runtime, the same for the whole process.
  /// - Returns: The number of the attachment, and the methods; nil where it is attached already.
  @MainActor
  package static func attach(
    _ object: AnyObject, _ methods: [Interposition], _ runtime: any DelegateRuntime
  ) -> (id: Int, methods: [DelegateMethod])? {
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    // Its stated class: the class that observing an object makes belongs to all observed objects.
    let type = runtime.classes(of: object).stated
    let isAlive = objects[address]?.object != nil
    let attached = state.withLock { state -> (id: Int, methods: [DelegateMethod])? in
      state.runtime = runtime
      if isAlive, state.attached[address] != nil { return nil }
      state.lastID += 1
      var attached = Attached(id: state.lastID, type: type, methods: [:])
      take(methods, for: &attached, &state, runtime)
      state.attached[address] = attached
      return (attached.id, attached.methods.keys.sorted { $0.rawValue < $1.rawValue })
    }
    if attached != nil { objects[address] = Weak(object: object) }
    return attached
  }

  /// Puts modules in front of further methods of an attached object's class.
  ///
  /// - Parameters:
  ///   - id: The number of the attachment.
  ///   - methods: The methods and the modules' part in each; those that it has stay as they are.
  /// - Returns: All methods of the attachment; nil where it has ended, or its object has gone.
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
      let place = Place(type: attached.type, method: method.row.method)
      guard interpose(method, at: place, &state, runtime) else { continue }
      state.entries[place]?.users += 1
      attached.methods[place.method] = method
    }
  }

  private static func interpose(
    _ method: Interposition, at place: Place, _ state: inout State, _ runtime: any DelegateRuntime
  ) -> Bool {
    let (row, name) = (method.row, method.row.selector)
    guard let shape = MethodShape(encoding: row.encoding),
      let code = InterposedCode.of(row.method, as: shape)
    else { return false }
    let found = runtime.method(name, of: place.type)
    // It is there still, or below the method that another library has put over it.
    if state.entries[place]?.isInPlace == true { return true }
    let former: Former
    if let found, found.owner == place.type {
      guard found.encoding.isEmpty || MethodShape(encoding: found.encoding) == shape else {
        return false
      }
      former = .own(runtime.replace(code, name, in: place.type))
    } else {
      guard runtime.add(code, name, encoding: row.encoding, to: place.type) else {
        return false
      }
      former = found == nil ? .none : .inherited
    }
    state.entries[place] = Entry(
      row: row, shape: shape, code: code, otherwise: method.otherwise, former: former)
    return true
  }

  /// Ends an attachment, and restores the methods that it replaced.
  ///
  /// A method that another library has wrapped meanwhile stays and runs the delegate's own; an added one
  /// stays and gives the answer of a delegate that has none.
  package static func detach(_ id: Int) {
    state.withLock { state in
      guard let (address, attached) = state.attached.first(where: { $0.value.id == id }) else {
        return
      }
      state.attached[address] = nil
      guard let runtime = state.runtime else { return }
      for method in attached.methods.keys {
        let place = Place(type: attached.type, method: method)
        guard var entry = state.entries[place] else { continue }
        entry.users -= 1
        state.entries[place] = entry
        guard entry.users == 0, case .own(let code) = entry.former else { continue }
        let now = runtime.method(entry.row.selector, of: attached.type)
        guard now?.owner == attached.type, now?.code == entry.code else { continue }
        _ = runtime.replace(code, entry.row.selector, in: attached.type)
        state.entries[place]?.isInPlace = false
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

  /// The modules' answer, and the arguments for the delegate's own method; nil where modules have no
  /// part in the call, as with a delegate that is on its way out.
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
    let outer = state.running.last { $0.receiver == receiver && $0.place.method == method }
    let type =
      outer.map { runtime.superclass(of: $0.place.type) } ?? runtime.realClass(at: receiver)
    guard
      let (place, entry) = state.entry(of: method, from: type, isInPlace: true, runtime)
        ?? state.entry(of: method, from: type, isInPlace: false, runtime)
    else { return nil }
    let own: CodeRef?
    switch entry.former {
    case .own(let code): own = code
    case .none: own = nil
    case .inherited:
      let above = runtime.superclass(of: place.type)
      own = above.flatMap { runtime.method(entry.row.selector, of: $0)?.code }
    }
    // Off the main actor, where the system never calls, only the delegate's own method runs.
    let mayTell = outer == nil && runtime.isOnMain
    let interposition = mayTell ? state.attached[receiver]?.methods[method] : nil
    let mark = Running(receiver: receiver, place: place)
    state.running.append(mark)
    return Call(
      shape: entry.shape, own: own, otherwise: entry.otherwise, interposition: interposition,
      mark: mark)
  }
}

/// The part that modules take in a method of a delegate that is not the host's.
package struct Interposition: Sendable {
  /// The modules' answer, and the arguments for the delegate's own method.
  package typealias Heard = (answer: MethodAnswer, words: [UInt])
  /// Makes one of the modules' answer and that of the delegate.
  package typealias Merge = @MainActor @Sendable (MethodAnswer, MethodAnswer) -> MethodAnswer

  /// The method.
  package var row: DelegateMethodRow
  /// Has modules hear of it: takes the arguments, and whether the delegate has the method itself.
  ///
  /// Where there is a completion handler, the delegate's own method gets another one. Nil says that
  /// modules have no part in this call.
  package var hear: @MainActor @Sendable (_ words: [UInt], _ hasOwn: Bool) -> Heard?
  /// Makes one of the modules' answer and that of the delegate; by the table's rule, where it is nil.
  package var merge: Merge?
  /// Answers where neither modules nor the delegate do, and calls the completion handler there.
  package var otherwise: @Sendable ([UInt]) -> MethodAnswer

  /// States the part of modules in a method.
  package init(
    row: DelegateMethodRow, merge: Merge? = nil,
    otherwise: @escaping @Sendable ([UInt]) -> MethodAnswer = { _ in .nothing },
    hear: @escaping @MainActor @Sendable (_ words: [UInt], _ hasOwn: Bool) -> Heard?
  ) {
    self.row = row
    self.hear = hear
    self.merge = merge
    self.otherwise = otherwise
  }

  /// States the same for a method without a completion handler, with the answer where there is none.
  package init(
    row: DelegateMethodRow, unanswered: MethodAnswer = .nothing, merge: Merge? = nil,
    tell: @escaping @MainActor @Sendable ([UInt]) -> MethodAnswer
  ) {
    self.init(row: row, merge: merge, otherwise: { _ in unanswered }) { words, _ in
      (tell(words), words)
    }
  }

  /// One answer of two.
  @MainActor
  func merged(_ modules: MethodAnswer, _ own: MethodAnswer) -> MethodAnswer {
    merge?(modules, own) ?? row.merge.of(modules, own)
  }
}

extension DelegateMethodRow.Merge {
  /// The method's answer, of that of modules and that of the delegate. Where a completion handler takes
  /// the answers, the method itself has none to merge.
  func of(_ modules: MethodAnswer, _ own: MethodAnswer) -> MethodAnswer {
    switch (self, modules, own) {
    case (.any, .bool(let first), .bool(let second)): .bool(first || second)
    case (.all, .bool(let first), .bool(let second)): .bool(first && second)
    // An empty answer would end the app: that of the delegate stays.
    case (.intersection, .word(let first), .word(let second)):
      .word(first & second == 0 ? second : first & second)
    case (.first, .word(let first), .word(let second)): .word(first == 0 ? second : first)
    default: own
    }
  }
}
