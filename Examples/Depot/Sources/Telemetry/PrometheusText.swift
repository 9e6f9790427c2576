// SPDX-License-Identifier: Apache-2.0

package import Metrics
internal import Synchronization

/// Keeps metrics in memory, and writes them in the format of Prometheus.
///
/// A timer or recorder is a summary without quantiles: its count and its sum give a rate and a
/// mean. Use a library if you need histograms.
package final class PrometheusText: MetricsFactory {
  private enum Kind: String { case counter, gauge, summary }

  private struct Family {
    let kind: Kind
    /// The series, by the text of their labels.
    var series: [String: Series] = [:]
  }

  // Guards the families, by their names.
  private let families = Mutex<[String: Family]>([:])

  /// Creates a factory without metrics.
  package init() {}

  /// All metrics, sorted by name.
  package var text: String {
    let families = families.withLock { $0 }
    var lines: [String] = []
    for (name, family) in families.sorted(by: { $0.key < $1.key }) {
      lines.append("# TYPE \(name) \(family.kind.rawValue)")
      for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
        let (count, sum) = series.state
        if family.kind == .summary {
          lines += ["\(name)_count\(labels) \(count)", "\(name)_sum\(labels) \(sum)"]
        } else {
          lines.append("\(name)\(labels) \(sum)")
        }
      }
    }
    return lines.map { "\($0)\n" }.joined()
  }

  package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    series(.counter, "\(label)_total", dimensions)
  }

  package func makeFloatingPointCounter(
    label: String, dimensions: [(String, String)]
  ) -> any FloatingPointCounterHandler {
    series(.counter, "\(label)_total", dimensions)
  }

  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(.gauge, label, dimensions)
  }

  package func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    series(aggregate ? .summary : .gauge, label, dimensions)
  }

  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(.summary, "\(label)_seconds", dimensions)
  }

  // A series lives as long as the factory, so that no count is forgotten.
  package func destroyCounter(_ handler: any CounterHandler) {}
  package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
  package func destroyMeter(_ handler: any MeterHandler) {}
  package func destroyRecorder(_ handler: any RecorderHandler) {}
  package func destroyTimer(_ handler: any TimerHandler) {}

  private func series(_ kind: Kind, _ label: String, _ dimensions: [(String, String)]) -> Series {
    let labels = dimensions.map { "\(Self.name($0))=\"\(Self.escaped($1))\"" }
    let text = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
    return families.withLock { families in
      let name = Self.name(label)
      if let known = families[name]?.series[text] { return known }
      let series = Series()
      families[name, default: Family(kind: kind)].series[text] = series
      return series
    }
  }

  private static func name(_ text: String) -> String {
    let isFine: (Character) -> Bool = { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
    return String(text.map { isFine($0) ? $0 : "_" })
  }

  private static func escaped(_ text: String) -> String {
    // Not by characters, one of which may be a quotation mark with an accent, or CR and LF.
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      default: String(scalar)
      }
    }.joined()
  }
}

/// The values of one metric with one set of labels.
private final class Series: CounterHandler, FloatingPointCounterHandler, MeterHandler,
  RecorderHandler, TimerHandler
{
  // Guards the number of values, and their sum.
  private let values = Mutex<(count: Int, sum: Double)>((0, 0))

  var state: (count: Int, sum: Double) { values.withLock { $0 } }

  func increment(by amount: Int64) { add(Double(amount)) }
  func increment(by amount: Double) { add(amount) }
  func decrement(by amount: Double) { add(-amount) }
  func record(_ value: Int64) { add(Double(value)) }
  func record(_ value: Double) { add(value) }
  func recordNanoseconds(_ duration: Int64) { add(Double(duration) / 1_000_000_000) }
  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { values.withLock { $0 = (1, value) } }
  func reset() { values.withLock { $0 = (0, 0) } }

  private func add(_ amount: Double) { values.withLock { $0 = ($0.count + 1, $0.sum + amount) } }
}
