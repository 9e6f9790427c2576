// SPDX-License-Identifier: Apache-2.0

import Gantry
@testable import GantryApple
import GantrySupport
import GantryTesting
import Testing

/// Asynchronous handlers that a test lets run on.
final class Gates: Sendable {
  private let gates = Mutex<[String: Promise<Void>]>([:])
  let journal = Journal()

  private func gate(_ name: String) -> Promise<Void> {
    gates.withLock { gates in
      let gate = gates[name] ?? Promise<Void>()
      gates[name] = gate
      return gate
    }
  }

  func open(_ name: String) { gate(name).resolve(()) }

  /// Waits until a test opens the gate; a cancellation is only noted.
  func pass(_ name: String) async {
    journal.add("\(name) begins")
    let gate = gate(name)
    await withTaskCancellationHandler {
      await gate.value()
    } onCancel: {
      journal.add("\(name) is cancelled")
    }
    journal.add("\(name) ends")
  }

  func waitFor(_ line: String) async {
    await waits { journal.lines.contains(line) }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(5))) struct BackgroundTimeTests {
  /// The times that a host has asked for.
  @MainActor
  final class Times {
    private(set) var lines: [String] = []
    var expire: @MainActor @Sendable () -> Void = {}
    var isGranted = true

    init(_ host: AppHost) {
      host.requestBackgroundTime = { expired in
        guard self.isGranted else {
          self.lines.append("refused")
          return nil
        }
        self.lines.append("asked")
        self.expire = expired
        return { self.lines.append("given back") }
      }
    }

    func waitFor(_ count: Int) async {
      await waits { lines.count >= count }
    }
  }

  private func system(isExtension: Bool = false) async -> (FakeSystem, Times, Gates) {
    var bundle = BundleFacts()
    bundle.isExtension = isExtension
    let gates = Gates()
    let system = FakeSystem(
      [Saver.self], bundle: bundle, adding: { $0.provide(gates, as: Gates.self) })
    let times = Times(system.host)
    await system.launch()
    return (system, times, gates)
  }

  @Test func `time is asked for while handlers run in the background, and then given back`() async {
    let (system, times, gates) = await system()
    system.post(.didEnterBackground, SceneFacts(id: "main"))
    #expect(times.lines.isEmpty)
    system.post(.didEnterBackground)
    #expect(times.lines == ["asked"])
    gates.open("scene")
    await gates.waitFor("scene ends")
    #expect(times.lines == ["asked"])
    gates.open("app")
    await times.waitFor(2)
    #expect(times.lines == ["asked", "given back"])
    #expect(system.warnings.lines.isEmpty)
  }

  @Test func `a handler that began in the foreground gets time in the background`() async {
    let (system, times, gates) = await system()
    gates.open("app")
    system.post(.willResignActive)
    await gates.waitFor("resigns begins")
    #expect(times.lines.isEmpty)
    system.post(.didEnterBackground)
    await gates.waitFor("app ends")
    #expect(times.lines == ["asked"])
    // In the foreground, the handler needs no time.
    system.post(.willEnterForeground)
    #expect(times.lines == ["asked", "given back"])
    system.post(.didEnterBackground)
    #expect(times.lines == ["asked", "given back", "asked"])
    gates.open("resigns")
    await times.waitFor(4)
  }

  @Test func `handlers are cancelled when the time is up, and the log names them`() async {
    let (system, times, gates) = await system()
    system.post(.didEnterBackground)
    system.post(.didEnterBackground, SceneFacts(id: "main"))
    await gates.waitFor("app begins")
    await gates.waitFor("scene begins")
    times.expire()
    #expect(times.lines == ["asked", "given back"])
    await gates.waitFor("app is cancelled")
    await gates.waitFor("scene is cancelled")
    #expect(
      system.warnings.lines == [
        "the time that the system gives is up: Saver.save and Saver.saveScene were cancelled"
      ])
    // The system gives no more time before the app has been in the foreground.
    system.post(.significantTimeChange)
    times.expire()
    #expect(times.lines == ["asked", "given back"])
    gates.open("app")
    gates.open("scene")
    await gates.waitFor("scene ends")
    system.post(.willEnterForeground)
    system.post(.didEnterBackground)
    #expect(times.lines == ["asked", "given back", "asked"])
    await times.waitFor(4)
  }

  @Test func `a handler that begins after the time is up is cancelled as well`() async {
    let gates = Gates()
    let system = FakeSystem([Recorder.self], adding: { $0.provide(gates, as: Gates.self) })
    let times = Times(system.host)
    await system.launch()
    system.post(.didEnterBackground)
    system.post(.significantTimeChange)
    await gates.waitFor("save begins")
    times.expire()
    await gates.waitFor("save is cancelled")
    gates.open("save")
    await gates.waitFor("note is cancelled")
    gates.open("note")
    await gates.waitFor("note ends")
    let line = "the time that the system gives is up: Recorder."
    #expect(
      system.warnings.lines == [line + "save was cancelled", line + "note was cancelled"])
  }

  @Test func `no time is asked for without handlers that run on, or in an extension`() async {
    let (inside, none, gates) = await system(isExtension: true)
    inside.post(.didEnterBackground)
    #expect(none.lines.isEmpty)
    gates.open("app")
    let quiet = FakeSystem([Pleased.self])
    let times = Times(quiet.host)
    await quiet.launch()
    quiet.post(.didEnterBackground)
    #expect(times.lines.isEmpty)
    let (refused, others, open) = await system()
    others.isGranted = false
    refused.post(.didEnterBackground)
    #expect(others.lines == ["refused"])
    open.open("app")
    await open.waitFor("app ends")
    await refused.host.idle()
  }

  @Test func `time is held while the modules stop in the background`() async {
    let (system, times, gates) = await system()
    gates.open("app")
    system.post(.didEnterBackground)
    await times.waitFor(2)
    let stop = Task { await system.test.application.stop() }
    await times.waitFor(3)
    await gates.waitFor("stop begins")
    #expect(times.lines.suffix(1) == ["asked"])
    times.expire()
    #expect(
      system.warnings.lines == [
        "the time that the system gives is up, and the modules have not stopped"
      ])
    gates.open("stop")
    _ = await stop.value
    #expect(times.lines == ["asked", "given back", "asked", "given back"])
  }

  @Test
  func `a module that launches in the background gets time for the events that it has missed`()
    async
  {
    let gates = Gates()
    let system = FakeSystem([Saver.self], adding: { $0.provide(gates, as: Gates.self) })
    let times = Times(system.host)
    system.post(.didEnterBackground)
    #expect(times.lines.isEmpty)
    await system.launch()
    await times.waitFor(1)
    #expect(times.lines == ["asked"])
    gates.open("app")
    await times.waitFor(2)
  }
}

@Module(name: "Saver")
@MainActor
final class Saver {
  @Inject let gates: Gates

  @On func save(_ event: DidEnterBackground) async { await gates.pass("app") }
  @On func saveScene(_ event: SceneDidEnterBackground) async { await gates.pass("scene") }
  @On func rest(_ event: WillResignActive) async { await gates.pass("resigns") }
  @Shutdown func stop() async { await gates.pass("stop") }
}

/// Handles one event after the other.
@Module(name: "Recorder")
@MainActor
final class Recorder {
  @Inject let gates: Gates

  @On(order: .serial) func save(_ event: DidEnterBackground) async { await gates.pass("save") }
  @On(order: .serial) func note(_ event: SignificantTimeChange) async { await gates.pass("note") }
}
