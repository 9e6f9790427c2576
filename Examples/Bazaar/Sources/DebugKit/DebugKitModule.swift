// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

#if DEBUG
  internal import AnalyticsAPI
  internal import BazaarKit
  internal import Foundation
  public import Gantry

  /// Shows what developers want to know: `bazaar://debug/usage`. Debug builds only.
  @Module(after: .analytics, enabled: .debug)
  @MainActor
  public final class DebugKitModule {
    @Inject let usage: (any UsageCounter)?

    @On func open(_ event: OpenURL, context: ModuleContext) -> Bool {
      guard event.url.scheme == "bazaar", event.url.host() == "debug", event.url.path == "/usage"
      else { return false }
      context.events.send(UsageAsked())
      return true
    }

    @On func show(_ event: UsageAsked, context: ModuleContext) async {
      let counts = await usage?.counts ?? [:]
      let lines = counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      let text = lines.isEmpty ? "nothing counted yet" : lines.joined(separator: ", ")
      context.events.send(Notice(from: context.name, text))
    }
  }

  /// Somebody wants to see the counts; only this module hears of it.
  struct UsageAsked: Event {}
#endif
