// SPDX-License-Identifier: Apache-2.0

internal import GantryApple
internal import GantryMonitor
internal import GantrySupport

/// Times the phases of view controllers.
///
/// The initializers of the base class are replaced. Each class whose controllers they make gets a
/// subclass at run time; its methods call those of the class, and time them. The class itself keeps
/// its methods, and its name in reports. To time super separately, the method of the nearest
/// superclass that has one is replaced. Its replacement notes calls from the class.
package enum ControllerPages {
  /// A phase of a class.
  struct Place: Hashable {
    let type: ClassRef
    let phase: PagePhase
  }

  /// An initializer of a base class.
  struct Making: Hashable {
    let base: ClassRef
    let initializer: ControllerInitializer
  }

  /// A method of a class that was replaced.
  struct Replaced {
    /// Nil if the class had none; the superclass's code, which may change, is called instead.
    let former: CodeRef?
    /// Whether our code is in place, or below another library's method.
    var isInPlace = true
  }

  struct Observer: Sendable {
    let id: Int
    let host: PageHost
    let isPage: @Sendable (AnyClass) -> Bool
    let report: @Sendable (UnobservedController) -> Void
  }

  /// A call in progress: the next call of the phase on the same controller comes through super.
  fileprivate struct Running: Hashable {
    let receiver: UInt
    let place: Place
  }

  struct State {
    var kit: ControllerKit?
    var observers: [Observer] = []
    var lastID = 0
    var initializers: [Making: Replaced] = [:]
    /// The replaced methods of classes above timed ones.
    var levels: [Place: Replaced] = [:]
    /// The methods of classes made at run time.
    var timed: Set<Place> = []
    /// The class made at run time for a class, and the other way round.
    var made: [ClassRef: ClassRef] = [:]
    var originals: [ClassRef: ClassRef] = [:]
    /// Which observers want a class; cleared whenever the observers change.
    var wanted: [ClassRef: [Int]] = [:]
    /// The reasons that were reported already.
    var told: Set<ClassRef> = []
    var hasToldOffMain = false
    fileprivate var running: [Running] = []
  }

  /// A timed call in progress.
  private struct Frame {
    let receiver: UInt
    let phase: PagePhase
    let page: ClassRef
    let spans: [Int: PageSpan]
    /// The superclass whose method its code has called.
    var level: ClassRef?
  }

  /// Process-wide, as classes are: a C function has no other way to it.
  static let state = Mutex(State())
  @MainActor private static var frames: [Frame] = []

  /// The parts of one call.
  private struct Step: Sendable {
    let code: CodeRef
    let mark: Running
    /// The class of the page, if the call is the outermost one.
    let page: ClassRef?
    let isOnMain: Bool
  }

  /// Runs a phase of a controller, and times it.
  ///
  /// - Parameters:
  ///   - phase: The phase.
  ///   - receiver: The controller.
  ///   - call: Calls the given code for the phase.
  static func run(_ phase: PagePhase, _ receiver: UInt, _ call: (UnsafeRawPointer) -> Void) {
    guard let step = state.withLock({ begin(phase, receiver, &$0) }) else { return }
    defer {
      state.withLock { state in
        if let index = state.running.lastIndex(of: step.mark) { state.running.remove(at: index) }
      }
    }
    guard let code = UnsafeRawPointer(bitPattern: step.code.word) else { return }
    guard step.isOnMain else { return call(code) }
    MainActor.assumeIsolated { enter(step) }
    call(code)
    MainActor.assumeIsolated { leave(step) }
  }

  private static func begin(_ phase: PagePhase, _ receiver: UInt, _ state: inout State) -> Step? {
    guard let kit = state.kit, let method = kit.methods.first(where: { $0.phase == phase }) else {
      return nil
    }
    let runtime = kit.runtime
    let top = runtime.realClass(at: receiver)
    let outer = state.running.last { $0.receiver == receiver && $0.place.phase == phase }
    let above = outer.flatMap { runtime.superclass(of: $0.place.type) }
    // If none is above, the controller calls the phase from within itself.
    guard
      let place = state.place(of: phase, from: above ?? top, runtime)
        ?? state.place(of: phase, from: top, runtime)
    else { return nil }
    let next = runtime.superclass(of: place.type)
    let code =
      state.levels[place]?.former ?? next.flatMap { runtime.method(method.selector, of: $0)?.code }
    guard let code else { return nil }
    let mark = Running(receiver: receiver, place: place)
    state.running.append(mark)
    return Step(
      code: code, mark: mark, page: state.originals[place.type], isOnMain: runtime.isOnMain)
  }

  @MainActor
  private static func enter(_ step: Step) {
    let (receiver, place) = (step.mark.receiver, step.mark.place)
    guard let page = step.page else {
      // The page's own method may be replaced for the sake of a subclass; it isn't super's.
      guard let frame = frames.last, frame.receiver == receiver, frame.phase == place.phase,
        frame.level == nil, frame.page != place.type
      else { return }
      frames[frames.count - 1].level = place.type
      for span in frame.spans.values { span.beginSuper() }
      return
    }
    guard let pointer = UnsafeRawPointer(bitPattern: receiver) else { return }
    let controller = Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
    guard let type = state.withLock({ $0.kit })?.runtime.swiftClass(page) else { return }
    let outer = frames.last?.spans ?? [:]
    let spans = observers(of: page, type).compactMap { observer in
      observer.host.begin(place.phase, of: controller, as: type, inside: outer[observer.id])
        .map { (observer.id, $0) }
    }
    frames.append(
      Frame(
        receiver: receiver, phase: place.phase, page: page,
        spans: Dictionary(uniqueKeysWithValues: spans)))
  }

  @MainActor
  private static func leave(_ step: Step) {
    let (receiver, place) = (step.mark.receiver, step.mark.place)
    guard let frame = frames.last, frame.receiver == receiver, frame.phase == place.phase else {
      return
    }
    if step.page != nil {
      frames.removeLast()
      for span in frame.spans.values { span.end() }
    } else if frame.level == place.type {
      frames[frames.count - 1].level = nil
      for span in frame.spans.values { span.endSuper() }
    }
  }

  /// The observers that want a class.
  static func observers(of page: ClassRef, _ type: AnyClass) -> [Observer] {
    let (observers, known) = state.withLock { ($0.observers, $0.wanted[page]) }
    if let known { return observers.filter { known.contains($0.id) } }
    // Called without the lock, since the closures belong to the app.
    let wanting = observers.filter { $0.isPage(type) }
    state.withLock { $0.wanted[page] = wanting.map(\.id) }
    return wanting
  }
}

extension ControllerPages.State {
  /// The first class, from the given one upwards, whose method of a phase is one of ours.
  fileprivate func place(
    of phase: PagePhase, from type: ClassRef?, _ runtime: any DelegateRuntime
  ) -> ControllerPages.Place? {
    var next = type
    while let here = next {
      let place = ControllerPages.Place(type: here, phase: phase)
      if timed.contains(place) || levels[place]?.isInPlace == true { return place }
      next = runtime.superclass(of: here)
    }
    return nil
  }
}
