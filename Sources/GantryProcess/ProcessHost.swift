// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Gantry
internal import Foundation
internal import Logging
internal import Synchronization
public import ServiceLifecycle
internal import UnixSignals

/// Gives an application the life of a Unix process; a service that can run beside others.
///
/// | what happens to the process | what modules hear |
/// |---|---|
/// | it starts | ``WillFinishLaunching``; at ready ``DidFinishLaunching``, ``DidBecomeActive`` |
/// | a URL on the command line or a line of standard input | ``OpenURL``, once ready, in order |
/// | SIGTERM, SIGINT, end of input if asked | ``WillTerminate``, then `@Shutdown` in reverse order |
/// | a second SIGINT, or one after SIGTERM | nothing: the process ends at once, with status 130 |
/// | SIGHUP | configuration is read again, ``DidReloadConfiguration`` |
/// | SIGTSTP (Control-Z), SIGCONT | ``DidEnterBackground``, the real stop, ``WillEnterForeground`` |
///
/// ```swift
/// let group = ServiceGroup(
///   services: [database, ProcessHost(application)],
///   gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
/// ```
public struct ProcessHost: Service {
  private let application: Application
  private let options: ProcessOptions
  /// What asks for a stop, and is counted for a SIGINT that comes behind.
  private let terminations: [UnixSignal]

  /// Makes a host; nothing runs yet.
  ///
  /// In a group of your own it takes a second SIGINT to end at once, also after SIGTERM: the host
  /// cannot know whether the group handles that, and who traps it would keep it from the process.
  ///
  /// - Parameters:
  ///   - application: The application to give life to.
  ///   - options: Where URLs come from, and who is told what became of them.
  public init(_ application: Application, _ options: ProcessOptions = ProcessOptions()) {
    self.init(application, options, terminations: [.sigint])
  }

  init(_ application: Application, _ options: ProcessOptions, terminations: [UnixSignal]) {
    self.application = application
    self.options = options
    self.terminations = terminations
  }

  /// Launches, lives until the group shuts down or the input ends, and stops.
  ///
  /// - Throws: ``ApplicationError`` when the application cannot start. A shutdown that is asked for
  ///   during the launch is no error: what had started is shut down.
  public func run() async throws {
    // All are caught before anything launches: none may end or stop the process meanwhile.
    let interrupts = await UnixSignalsSequence(trapping: terminations)
    let hangUps = await UnixSignalsSequence(trapping: .sighup)
    let suspensions = await SuspensionSignals.requests()
    let failures = application.events.stream(of: LaunchFailed.self, bufferingNewest: 1)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await self.endAtSecond(interrupts) }
      group.addTask { await self.reload(at: hangUps) }
      group.addTask { await self.follow(suspensions) }
      defer { group.cancelAll() }
      guard try await launch() else { return }
      let failed = await withTaskGroup(of: LaunchFailed?.self) { life in
        life.addTask { await self.untilShutdown() }
        life.addTask { await self.openURLs() }
        life.addTask { await failures.first { _ in true } }
        let first = await life.next() ?? nil
        life.cancelAll()
        return first
      }
      await end()
      if let failed, let report = application.report {
        throw ApplicationError.essential(name: failed.name, reason: failed.reason, report: report)
      }
    }
  }

  /// Launches until ready; false when a shutdown was asked for meanwhile.
  private func launch() async throws -> Bool {
    do {
      let report = try await cancelWhenGracefulShutdown {
        try await application.start { events in events.send(WillFinishLaunching()) }
      }
      await MainActor.run {
        application.events.send(DidFinishLaunching())
        application.events.send(DidBecomeActive())
      }
      tell(.ready(report))
      return true
    } catch ApplicationError.cancelled {
      return false
    }
  }

  private func untilShutdown() async -> LaunchFailed? {
    try? await gracefulShutdown()
    return nil
  }

  /// Opens URLs in order, each when the one before was handled; returns when the app should stop.
  private func openURLs() async -> LaunchFailed? {
    for (index, text) in options.urls.enumerated() {
      await open(text, origin: "argument \(index + 1)")
    }
    if options.readsStandardInput {
      var number = 0
      for await line in InputLines(of: FileHandle.standardInput.fileDescriptor) {
        number += 1
        let text = line.text.trimmingCharacters(in: .whitespacesAndNewlines)
        if line.isCut {
          // What is left of it might be a URL, but not the one that was meant.
          tell(.malformed(text.prefix(80) + "…", origin: "line \(number)"))
        } else if !text.isEmpty {
          await open(text, origin: "line \(number)")
        }
      }
    }
    return options.stopsAtEndOfInput ? nil : await untilShutdown()
  }

  private func open(_ text: String, origin: String) async {
    guard let url = URL(string: text, encodingInvalidCharacters: false), url.scheme != nil else {
      tell(.malformed(text, origin: origin))
      return
    }
    let notice: ProcessNotice
    do throws(RouteError) {
      try await application.open(OpenURL(url: url))
      notice = .opened(url)
    } catch {
      notice = .unhandled(url, error)
    }
    await application.events.settle()
    tell(notice)
  }

  private func end() async {
    await MainActor.run { application.events.send(WillTerminate()) }
    tell(.stopped(await application.stop()))
  }

  private func tell(_ notice: ProcessNotice) {
    if let observe = options.observe {
      observe(notice)
    } else if let warning = notice.warning {
      application.logger.warning("\(warning)")
    }
  }

  private func endAtSecond(_ interrupts: UnixSignalsSequence) async {
    var isStopping = false
    for await signal in interrupts {
      if isStopping, signal == .sigint { Foundation.exit(130) }
      isStopping = true
    }
  }

  private func reload(at hangUps: UnixSignalsSequence) async {
    for await _ in hangUps {
      do throws(ApplicationError) {
        let changed = try await application.reloadConfiguration()
        await MainActor.run {
          application.events.send(DidReloadConfiguration(changedKeys: changed))
        }
        tell(.reloaded(nil))
      } catch {
        tell(.reloaded(error))
      }
    }
  }

  /// Lets handlers end, but for a second at most: whoever asks for a stop at the terminal waits.
  private func settleBriefly() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await application.events.settle() }
      group.addTask { try? await ContinuousClock().sleep(for: .seconds(1)) }
      await group.next()
      group.cancelAll()
    }
  }

  private func follow(_ suspensions: AsyncStream<Void>) async {
    for await _ in suspensions {
      await MainActor.run {
        application.events.send(WillResignActive())
        application.events.send(DidEnterBackground())
      }
      await settleBriefly()
      SuspensionSignals.suspend()
      await MainActor.run {
        application.events.send(WillEnterForeground())
        application.events.send(DidBecomeActive())
      }
    }
  }
}
