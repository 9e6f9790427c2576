// SPDX-License-Identifier: Apache-2.0

internal import GantryApple
package import GantryMonitor
internal import GantrySupport

extension ControllerPages {
  /// Times the controllers that are made from now on.
  ///
  /// - Parameters:
  ///   - kit: The controllers of a framework; the same for the whole process.
  ///   - host: The host of the monitor that gets the timings.
  ///   - isPage: Whether the controllers of a class are timed; those of system classes never are.
  ///   - report: Called once for each class whose controllers cannot be timed.
  /// - Returns: A token that keeps the observation alive; release it to end the observation.
  package static func observe(
    _ kit: ControllerKit, _ host: PageHost, where isPage: @escaping @Sendable (AnyClass) -> Bool,
    reporting report: @escaping @Sendable (UnobservedController) -> Void
  ) -> PageObservation {
    let id = state.withLock { state in
      state.kit = kit
      state.lastID += 1
      state.observers.append(
        Observer(id: state.lastID, host: host, isPage: isPage, report: report))
      state.wanted = [:]
      state.told = []
      state.hasToldOffMain = false
      for initializer in ControllerInitializer.allCases { install(initializer, kit, &state) }
      for level in state.levels.keys { install(level, kit, &state) }
      return state.lastID
    }
    return PageObservation { remove(id) }
  }

  private static func install(
    _ initializer: ControllerInitializer, _ kit: ControllerKit, _ state: inout State
  ) {
    let making = Making(base: kit.base, initializer: initializer)
    let (name, runtime) = (initializer.rawValue, kit.runtime)
    guard state.initializers[making]?.isInPlace != true,
      let found = runtime.method(name, of: kit.base)
    else { return }
    let code = ControllerCode.of(initializer)
    if found.owner == kit.base {
      state.initializers[making] = Replaced(former: runtime.replace(code, name, in: kit.base))
    } else if runtime.add(code, name, encoding: initializer.encoding, to: kit.base) {
      state.initializers[making] = Replaced(former: nil)
    }
  }

  /// Ends an observation; ending the last one restores everything that was replaced.
  ///
  /// A method that another library has wrapped meanwhile stays, and so do the classes of existing
  /// controllers. Neither times anything any more.
  private static func remove(_ id: Int) {
    // The closures are released after the lock: their captures may call this again.
    let gone = state.withLock { state -> [Observer] in
      let gone = state.observers.filter { $0.id == id }
      state.observers.removeAll { $0.id == id }
      state.wanted = [:]
      if state.observers.isEmpty { restore(&state) }
      return gone
    }
    extendLifetime(gone)
  }

  private static func restore(_ state: inout State) {
    guard let kit = state.kit else { return }
    let runtime = kit.runtime
    func isRestored(_ place: Replaced, _ name: String, _ code: CodeRef?, _ type: ClassRef) -> Bool {
      guard place.isInPlace, let former = place.former, let code,
        let now = runtime.method(name, of: type), now.owner == type, now.code == code
      else { return false }
      _ = runtime.replace(former, name, in: type)
      return true
    }
    for (making, place) in state.initializers {
      let (initializer, base) = (making.initializer, making.base)
      let code = ControllerCode.of(initializer)
      if isRestored(place, initializer.rawValue, code, base) {
        state.initializers[making]?.isInPlace = false
      }
    }
    for (level, place) in state.levels {
      guard let method = kit.methods.first(where: { $0.phase == level.phase }) else { continue }
      if isRestored(place, method.selector, method.code, level.type) {
        state.levels[level]?.isInPlace = false
      }
    }
  }

  /// Initializes a controller, and times it from now on.
  ///
  /// - Parameters:
  ///   - initializer: The initializer.
  ///   - receiver: The controller as it was allocated.
  ///   - call: Calls the given code for the initializer.
  /// - Returns: The controller; zero if there is none.
  static func make(
    _ initializer: ControllerInitializer, _ receiver: UInt, _ call: (UnsafeRawPointer) -> UInt
  ) -> UInt {
    let code = state.withLock { state -> CodeRef? in
      guard let runtime = state.kit?.runtime else { return nil }
      var next = runtime.realClass(at: receiver)
      while let here = next {
        next = runtime.superclass(of: here)
        guard let place = state.initializers[Making(base: here, initializer: initializer)] else {
          continue
        }
        return place.former ?? next.flatMap { runtime.method(initializer.rawValue, of: $0)?.code }
      }
      return nil
    }
    guard let code = code.flatMap({ UnsafeRawPointer(bitPattern: $0.word) }) else {
      return receiver
    }
    let made = call(code)
    adopt(made)
    return made
  }

  /// Gives a controller the class that times it, if an observer wants it and nothing prevents it.
  private static func adopt(_ address: UInt) {
    guard let kit = state.withLock({ $0.observers.isEmpty ? nil : $0.kit }),
      let pointer = UnsafeRawPointer(bitPattern: address)
    else { return }
    let runtime = kit.runtime
    let object = Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
    let classes = runtime.classes(of: object)
    guard original(of: classes.real, runtime) == nil, !runtime.isOfSystem(classes.stated),
      let type = runtime.swiftClass(classes.stated)
    else { return }
    let wanting = observers(of: classes.stated, type)
    guard !wanting.isEmpty else { return }
    let name = Wording.name(of: type)
    let reason: UnobservedController
    if !runtime.isOnMain {
      reason = .madeOffMainThread(name: name)
    } else if classes.real != classes.stated {
      reason = .keyValueObserved(name: name)
    } else if kit.isGeneric(classes.stated) {
      reason = .generic(name: name)
    } else if let made = state.withLock({ timedClass(of: classes.stated, kit, &$0) }) {
      return runtime.become(made, at: address)
    } else {
      reason = .nameTaken(name: name)
    }
    let isNew = state.withLock { state in
      if case .madeOffMainThread = reason {
        defer { state.hasToldOffMain = true }
        return !state.hasToldOffMain
      }
      return state.told.insert(classes.stated).inserted
    }
    if isNew { for observer in wanting { observer.report(reason) } }
  }

  /// The original class of one made at run time; nil for all others.
  private static func original(of type: ClassRef, _ runtime: any DelegateRuntime) -> ClassRef? {
    state.withLock { state in
      var next: ClassRef? = type
      while let here = next {
        if let original = state.originals[here] { return original }
        next = runtime.superclass(of: here)
      }
      return nil
    }
  }

  /// The word of the class that the object at an address states.
  static func statedClass(at address: UInt) -> UInt {
    guard let runtime = state.withLock({ $0.kit })?.runtime,
      let real = runtime.realClass(at: address)
    else { return 0 }
    return (original(of: real, runtime) ?? real).word
  }

  private static func timedClass(
    of type: ClassRef, _ kit: ControllerKit, _ state: inout State
  ) -> ClassRef? {
    if let made = state.made[type] { return made }
    let runtime = kit.runtime
    let name = "GantryTimed_\(runtime.name(of: type))"
    guard let made = runtime.makeSubclass(of: type, named: name) else { return nil }
    _ = runtime.add(ControllerCode.ofStatedClass, "class", encoding: "#16@0:8", to: made)
    for method in kit.methods {
      guard let found = runtime.method(method.selector, of: type), let code = method.code else {
        continue
      }
      // The system looks for a view's file only if nothing overrides this.
      if method.phase == .loadView, runtime.isOfSystem(found.owner) { continue }
      guard runtime.add(code, method.selector, encoding: method.encoding, to: made) else {
        continue
      }
      state.timed.insert(Place(type: made, phase: method.phase))
      replaceAbove(type, method, kit, &state)
    }
    state.made[type] = made
    state.originals[made] = type
    return made
  }

  /// Notes when the code of a class calls super.
  private static func replaceAbove(
    _ type: ClassRef, _ method: ControllerMethod, _ kit: ControllerKit, _ state: inout State
  ) {
    guard let above = kit.runtime.superclass(of: type),
      let owner = kit.runtime.method(method.selector, of: above)?.owner
    else { return }
    if method.phase == .loadView, kit.runtime.isOfSystem(owner) { return }
    install(Place(type: owner, phase: method.phase), kit, &state)
  }

  private static func install(_ level: Place, _ kit: ControllerKit, _ state: inout State) {
    guard state.levels[level]?.isInPlace != true,
      let method = kit.methods.first(where: { $0.phase == level.phase }), let code = method.code,
      kit.runtime.method(method.selector, of: level.type)?.owner == level.type
    else { return }
    let former = kit.runtime.replace(code, method.selector, in: level.type)
    state.levels[level] = Replaced(former: former)
  }
}
