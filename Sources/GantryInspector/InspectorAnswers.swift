// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryCore
internal import GantryLaunch
internal import GantryRouting
internal import GantryServices

/// Answers requests about an application, which it doesn't keep alive.
struct InspectorAnswers: Sendable {
  /// An answer that is ready, or one that takes a while.
  enum Answer {
    case now(InspectorReply)
    case later(@Sendable () async -> InspectorReply)
  }

  let reference: ApplicationReference
  let allowsChanges: Bool
  let recorder = InspectorRecorder()

  func answer(to line: Data) -> Answer {
    let version = InspectorReply.currentVersion
    let request: InspectorRequest
    do {
      request = try JSONDecoder().decode(InspectorRequest.self, from: line)
    } catch DecodingError.dataCorrupted(let problem) where problem.codingPath.count == 1 {
      return .now(InspectorReply(error: "the app's inspector doesn't know the question's subject"))
    } catch {
      return .now(InspectorReply(error: "the app's inspector knows only version \(version)"))
    }
    guard request.version == version else {
      return .now(InspectorReply(error: "the app's inspector knows only version \(version)"))
    }
    guard let application = reference.whole else {
      return .now(InspectorReply(error: "the app has stopped"))
    }
    let recorded = recorder.look(at: application)
    let name = request.name ?? ""
    switch request.subject {
    case .state: return .now(InspectorReply(app: state(application, name, recorded)))
    case .manifest: return .now(InspectorReply(manifest: recorder.manifest(of: application)))
    case .report: return .now(InspectorReply(report: application.report))
    case .record:
      return .now(InspectorReply(entries: recorder.entries(since: request.since ?? 0)))
    case .configuration: return .now(InspectorReply(values: Self.brief(application.settings)))
    case .route:
      let (lines, isAnswered) = answers(to: name, application.router)
      return .now(InspectorReply(lines: lines, isAnswered: isAnswered))
    case .runs: return .now(InspectorReply(runs: runs(application)))
    case .values:
      return .later {
        let values = application.services.values.map {
          ConfigurationSetting(
            key: $0.type.qualifiedName, source: "\($0.provider)", value: $0.text,
            isSecret: $0.text == nil)
        }
        return InspectorReply(values: Self.brief(values))
      }
    case .health:
      return .later {
        let answers = [await application.probe(.live), await application.probe(.ready)]
        return InspectorReply(lines: answers.map(\.body))
      }
    case .open: return open(name, application)
    }
  }

  private func state(
    _ application: Application, _ name: String, _ recorded: Duration
  ) -> InspectedApp {
    let health = application.health
    let mailboxes = Dictionary(
      application.events.backlogs.map { ($0.listener, "\($0)") },
      uniquingKeysWith: { "\($0); \($1)" })
    // Reasons take time to look up. Of many modules that aren't ready, the first ones say why.
    let explained = health.modules.lazy.filter { $0.state != .launched(.good) }.prefix(50).map(
      \.name)
    let names = Set(explained).union([ModuleName(name)])
    return InspectedApp(
      program: ProcessInfo.processInfo.processName, process: getpid(), state: "\(health.state)",
      waits: application.holders.map { $0.brief() },
      safeMode: application.safeModeStatus.map { "\($0)" }, allowsChanges: allowsChanges,
      recordedSeconds: recorded.inSeconds,
      modules: health.modules.map { module in
        let chain = names.contains(module.name) ? application.explain(module.name).chain : []
        let reasons =
          chain.isEmpty ? module.state.reason.map { [$0] } ?? [] : chain.map(\.description)
        return InspectedApp.Module(
          name: "\(module.name)", state: module.state.name,
          reasons: reasons.prefix(20).map { $0.brief() }, mailbox: mailboxes[module.name])
      })
  }

  private static func brief(_ settings: [ConfigurationSetting]) -> [ConfigurationSetting] {
    settings.map {
      ConfigurationSetting(
        key: $0.key, source: $0.source, value: $0.value?.brief(), isSecret: $0.isSecret)
    }
  }

  private func runs(_ application: Application) -> [InspectedWork] {
    recorder.manifest(of: application).modules.flatMap { module in
      // The work of a closure has the state of the closure, which the state of the app shows.
      module.runs.filter { $0.name != module.name }.map {
        InspectedWork(name: $0.name, words: "\(application.explain($0.name))".brief(600))
      }
    }
  }

  /// Returns the answers to a URL from outside and inside the app, and whether there is one.
  private func answers(to url: String, _ router: Router) -> (lines: [String], isAnswered: Bool) {
    var isAnswered = false
    let origins = [(RouteOrigin.external, "From outside"), (.internal, "Inside the app")]
    let lines = origins.map { origin, words in
      do throws(RouteError) {
        let (route, read) = try router.route(of: RouteRequest(url), from: origin)
        isAnswered = true
        let texts = read.map { "\($0.label) = \($0.text.brief(100))" }.joined(separator: ", ")
        return "\(words), \(route.name) of \(route.owner) answers it"
          + (texts.isEmpty ? "." : " and reads \(texts).")
      } catch {
        return "\(words), nothing answers it: \(error)"
      }
    }
    return (lines, isAnswered)
  }

  private func open(_ url: String, _ application: Application) -> Answer {
    guard allowsChanges else {
      return .now(
        InspectorReply(
          error: "the app allows no changes; start it with INSPECTOR_ALLOWS_CHANGES=true"))
    }
    return .later {
      do {
        let answers = answers(to: url, application.router)
        try await application.router.open(RouteRequest(url), as: Void.self)
        return InspectorReply(lines: ["It was opened."] + answers.lines.prefix(1))
      } catch {
        return InspectorReply(error: "it was not opened: \(error)".brief(1_000))
      }
    }
  }
}

extension InspectorReply {
  /// The reply as a line of JSON.
  var line: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Only a number that isn't finite can't be encoded, and there is none.
    return ((try? encoder.encode(self)) ?? Data("{}".utf8)) + [10]
  }
}
