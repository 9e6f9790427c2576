// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The code that has called `exit`.
package enum ExitCaller: Sendable {
  /// A launch task, by its position in the plan.
  case task(Int)
  /// Long-running work or a handler of a module.
  case module(ModuleName)
  /// Code that isn't known to belong to a module.
  case unknown
}

/// Records one launch in its journal: its progress, and the work that is under way.
///
/// Each change writes one byte. A byte that can't be written is lost, and nothing else happens.
package final class LaunchMarks: Sendable {
  /// The progress of a launch.
  enum Phase: Character {
    case launching = "L"
    case ready = "R"
    /// The app went to the background, where the system may end it at any time.
    case background = "B"
    case stopping = "T"
    /// The launch took too long, and something ended it.
    case overdue = "O"
    case survived = "S"
    case ended = "E"

    /// Whether nothing that follows changes how the launch has ended.
    var isFinal: Bool { [.overdue, .survived, .ended].contains(self) }
  }

  private struct State {
    var phase: Phase
    var isReady = false
    /// The number of launches that this one counts for beyond the first.
    var extraSurvivals = 0
    /// How often each piece of work is under way.
    var counts: [UInt16]
  }

  private let file: DiskFile.Descriptor
  private let kinds: [LaunchJournal.Kind]
  /// The positions of handlers and long-running work.
  private let positions: [String: Int]
  /// The positions of the handlers and the long-running work of each module.
  private let positionsByOwner: [ModuleName: Set<Int>]
  /// Guards the order of the writes.
  private let state: Mutex<State>

  init(_ work: [LaunchJournal.Work], _ phase: Phase, in file: consuming DiskFile.Descriptor) {
    self.file = file
    kinds = work.map(\.kind)
    positions = Dictionary(
      work.enumerated().lazy.filter { $0.element.kind != .task }.map {
        ($0.element.name, $0.offset)
      }
    ) { first, _ in first }
    positionsByOwner = work.enumerated().reduce(into: [:]) { positions, item in
      guard let owner = item.element.owner else { return }
      positions[owner, default: []].insert(item.offset)
    }
    state = Mutex(State(phase: phase, counts: Array(repeating: 0, count: work.count)))
  }

  // MARK: Work

  /// Records that a task begins, or is tried again.
  package func begin(_ task: Int) { change(task, by: 1) }

  /// Records that a task has returned.
  package func end(_ task: Int) { change(task, by: -1) }

  /// Records that a handler or long-running work begins; a name that isn't known is ignored.
  package func begin(named name: String) { positions[name].map { change($0, by: 1) } }

  /// Records that a handler or long-running work has ended.
  package func end(named name: String) { positions[name].map { change($0, by: -1) } }

  private func change(_ position: Int, by step: Int) {
    state.withLock { state in
      guard !state.phase.isFinal, state.counts.indices.contains(position) else { return }
      let count = max(0, Int(state.counts[position]) + step)
      let wasUnderWay = state.counts[position] > 0
      state.counts[position] = UInt16(clamping: count)
      guard wasUnderWay != (count > 0) else { return }
      write(count > 0 ? "+" : "-", at: position + 2)
    }
  }

  // MARK: Progress

  /// Records that the app is ready.
  package func ready() {
    advance { state in
      state.isReady = true
      if state.phase == .launching { state.phase = .ready }
    }
  }

  /// Records that the app has been ready for long enough.
  package func survived() {
    advance { state in
      if state.phase == .ready || state.phase == .background { state.phase = .survived }
    }
  }

  /// Records that a launch which has survived has run on for long enough to count as another one.
  package func survivedAgain() {
    state.withLock { state in
      guard state.phase == .survived, state.extraSurvivals < JournalFile.mostSurvivals else {
        return
      }
      state.extraSurvivals += 1
      let text = JournalFile.survivals(state.extraSurvivals)
      _ = pwrite(file.number, text, text.count, off_t(JournalFile.survivalsStart))
    }
  }

  /// Records that the app is asked to stop. From here on, the end of the process doesn't count.
  package func stopping() { advance { $0.phase = .stopping } }

  /// Records that the launch is ended because it takes too long. That counts as a death of the work
  /// that is under way now.
  package func overdue() {
    advance { state in
      if !state.isReady, state.phase == .launching { state.phase = .overdue }
    }
  }

  /// Records that the app has stopped gracefully; if it was never ready, that says nothing.
  package func ended() {
    advance { state in
      if state.isReady { state.phase = .ended }
    }
  }

  /// Records that the app goes to the background or comes back.
  package func setBackground(_ isInBackground: Bool) {
    advance { state in
      if isInBackground, state.phase == .launching || state.phase == .ready {
        state.phase = .background
      } else if !isInBackground, state.phase == .background {
        state.phase = state.isReady ? .ready : .launching
      }
    }
  }

  /// Records that the program exits by itself, without a stop.
  ///
  /// It has done its work if it is ready, the caller isn't recorded work, no task or handler is
  /// under way, and the status is 0 or no long-running work is under way. Any other exit is a death
  /// of the caller, or of all work that is under way if the caller isn't known.
  ///
  /// - Parameters:
  ///   - caller: The code that has called `exit`; nil if it is none of the recorded work.
  ///   - status: The exit status; nil if it isn't known, which counts as 0.
  /// - Returns: Whether it is a death.
  @discardableResult
  package func exited(by caller: ExitCaller? = nil, _ status: Int32? = nil) -> Bool {
    // The thread that exits may hold the lock.
    state.withLockAtExit { state in
      let isLaunching = state.phase == .launching
      guard isLaunching || state.phase == .ready else { return false }
      if let caller {
        blame(caller, in: &state)
        return true
      }
      let underWay = zip(state.counts, kinds).filter { $0 > 0 && $1 != .observer }.map(\.1)
      let isBusy = underWay.contains(where: \.isBlamed) || (!underWay.isEmpty && (status ?? 0) != 0)
      guard !isLaunching, !isBusy else { return true }
      state.phase = .ended
      write(state.phase.rawValue, at: 1)
      return false
    } ?? true
  }

  /// Leaves only the work of the caller under way.
  private func blame(_ caller: ExitCaller, in state: inout State) {
    let guilty: Set<Int>
    switch caller {
    case .task(let position): guilty = [position]
    case .module(let name): guilty = positionsByOwner[name] ?? []
    case .unknown: return
    }
    for position in state.counts.indices where state.counts[position] > 0 {
      if guilty.contains(position) {
        // Other long-running work that is under way may only be waiting.
        if kinds[position] == .run { write("!", at: position + 2) }
      } else {
        state.counts[position] = 0
        write("-", at: position + 2)
      }
    }
  }

  private func advance(_ change: (inout State) -> Void) {
    state.withLock { state in
      let before = state.phase
      guard !before.isFinal else { return }
      change(&state)
      if state.phase != before { write(state.phase.rawValue, at: 1) }
    }
  }

  private func write(_ byte: Character, at record: Int) {
    var byte = byte.asciiValue ?? 0
    _ = pwrite(file.number, &byte, 1, off_t(record * JournalFile.size))
  }
}
