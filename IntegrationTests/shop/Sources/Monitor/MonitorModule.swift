// SPDX-License-Identifier: Apache-2.0

public import Gantry
internal import MonitorAPI

/// Times every page, in every build, and records the calls that held the main actor.
///
/// The other modules need no code for it, since it observes the router, which makes the calls.
///
/// A page that takes longer than `Monitor.budget` in the configuration, in milliseconds, gets a
/// line in the log. The module launches early, so that nothing is missed.
@Module(priority: 200)
public final class MonitorModule {
  private let times: ShopTimes

  /// Starts to time pages.
  ///
  /// - Parameter context: The module's access to its application.
  public init(context: ModuleContext) {
    times = ShopTimes(
      of: context.router,
      budget: .milliseconds(max(1, context.config.int(forKey: "budget", default: 100))),
      logger: context.logger)
  }

  @Provides var pageTimes: any PageTimes { times }

  @On func held(_ event: MainActorHeld) { times.note(event) }
}
