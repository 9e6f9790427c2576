// SPDX-License-Identifier: Apache-2.0

package import GantryCore
package import GantryLaunch
package import GantrySupport

/// A question to a running app, sent as JSON on one line.
package struct InspectorRequest: Codable, Sendable {
  /// The part of the app that it is about.
  package enum Subject: String, Codable, Sendable {
    /// The state of the app and its modules; the module that is named gets all reasons.
    case state
    case manifest, report, runs, values, configuration
    /// The events and calls after a number.
    case record
    /// The answers to both probes, which include whether the main actor responds.
    case health
    /// The route that would answer a URL.
    case route
    /// Opens a URL, which the app has to allow.
    case open
  }

  let version: Int
  let subject: Subject
  let name: String?
  let since: Int?

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - subject: The subject.
  ///   - name: The name of a module, or a URL.
  ///   - since: The number of the last known entry of the record.
  ///   - version: The version of the protocol.
  package init(
    _ subject: Subject, name: String? = nil, since: Int? = nil,
    version: Int = InspectorReply.currentVersion
  ) {
    (self.version, self.subject, self.name, self.since) = (version, subject, name, since)
  }
}

/// The answer to a request, sent as JSON on one line: an error, or the part that was asked for.
package struct InspectorReply: Codable, Sendable {
  /// The version of requests and replies; an app refuses any other.
  package static let currentVersion = 1

  package var version = Self.currentVersion
  /// The reason why there is no answer, as a clause.
  package var error: String?
  package var app: InspectedApp?
  package var manifest: AppManifest?
  package var report: LaunchReport?
  package var entries: [InspectedEntry]?
  /// Configuration keys, or keyed services with their providers as sources.
  package var values: [ConfigurationSetting]?
  /// The answers to a URL, or the bodies of both probes.
  package var lines: [String]?
  /// Whether a route answers a URL, from outside or inside the app.
  package var isAnswered: Bool?
  package var runs: [InspectedWork]?
}

/// An app at one moment.
package struct InspectedApp: Codable, Sendable {
  /// One of its modules.
  package struct Module: Codable, Sendable {
    package let name: String
    /// The state of its health: `ready`.
    package let state: String
    /// The reasons for its state, from the nearest one to the root cause; empty for most.
    package let reasons: [String]
    /// The events that wait in its mailbox, or are held until it has launched.
    package let mailbox: String?
  }

  package let program: String
  package let process: Int32
  package let state: String
  /// The tasks that keep it from being ready or from stopping, and the holder of the main actor.
  package let waits: [String]
  package let safeMode: String?
  package let allowsChanges: Bool
  /// The time since which events and calls are recorded, in seconds.
  package let recordedSeconds: Double
  package let modules: [Module]
}

/// A module's long-running work.
package struct InspectedWork: Codable, Sendable {
  /// Its full name, `Module.function`.
  package let name: ModuleName
  /// Its state, with the reasons.
  package let words: String
}

/// An event that was sent, a handler that has returned, or a call that has ended.
package struct InspectedEntry: Codable, Sendable, Equatable {
  package enum Kind: String, Codable, Sendable { case event, handler, call }

  package let number: Int
  /// The time since the beginning of the record, in seconds.
  package let seconds: Double
  package let kind: Kind
  /// The event, or the pattern of the route; never a value, which may be secret.
  package let subject: String
  /// The module whose handler or route it was; nil for a sent event.
  package let module: String?
  /// The handler with its thread, or the route with its origin and outcome.
  package let details: String
  package let milliseconds: Double?
  /// Whether the call failed; nil for others.
  package var hasFailed: Bool?
}
