// SPDX-License-Identifier: Apache-2.0

#if Extras
  internal import GantryCore
  internal import GantrySupport
  internal import Metrics

  /// The metrics that one factory has made, by name and dimensions: backends look each one up when
  /// it is made.
  final class Instruments: Sendable {
    private struct Known {
      /// The metrics of times, by their name and the values of their dimensions.
      var recorders: [[String]: Recorder] = [:]
      /// The last known state of each module.
      var states: [ModuleName: String] = [:]
    }

    private let factory: any MetricsFactory
    /// Guards both tables. The factory, which is code of the app, is called without it.
    private let known = Mutex(Known())

    init(_ factory: any MetricsFactory) { self.factory = factory }

    /// A distribution of times in seconds. All dimensions of a name have the same keys, since some
    /// backends refuse others.
    func recorder(_ name: String, _ dimensions: [(String, String)]) -> Recorder {
      let key = [name] + dimensions.map(\.1)
      if let known = known.withLock({ $0.recorders[key] }) { return known }
      let made = Recorder(label: name, dimensions: dimensions, aggregate: true, factory: factory)
      known.withLock { $0.recorders[key] = made }
      return made
    }

    /// Counts a launch.
    func count(_ outcome: String) {
      let dimensions = [(Attribute.launchOutcome, outcome)]
      Counter(label: MetricName.outcomes, dimensions: dimensions, factory: factory).increment()
    }

    /// Shows how many modules and tasks safe mode leaves out.
    func show(leftOut count: Int) {
      Meter(label: MetricName.leftOut, dimensions: [], factory: factory).set(Int64(count))
    }

    /// Shows the state of each module whose state has changed.
    func show(_ health: ApplicationHealth) {
      for module in health.modules {
        let state = module.state.name
        let former = known.withLock { $0.states.updateValue(state, forKey: module.name) }
        guard former != state else { continue }
        if let former { meter(of: module.name, former).set(0) }
        meter(of: module.name, state).set(1)
      }
    }

    private func meter(of module: ModuleName, _ state: String) -> Meter {
      let dimensions = [(Attribute.module, module.rawValue), (Attribute.moduleState, state)]
      return Meter(label: MetricName.module, dimensions: dimensions, factory: factory)
    }
  }
#endif
