// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The resources that a process uses.
struct Footprint {
  var bytes: Int
  var threads: Int

  /// Returns the growth of the footprint by a repetition of some work, and of its threads by all.
  ///
  /// It is the least of several periods. A leak makes each of them grow, whereas the cache of a
  /// thread, of a hundred kilobytes, is filled in one of them.
  ///
  /// - Parameters:
  ///   - count: How often the work is repeated between two readings.
  ///   - work: Repeats the work so many times.
  static func growth(
    ofEach count: Int, while work: (Int) async throws -> Void
  ) async rethrows -> Footprint {
    let readings = 4
    var last = try await lowest(of: readings) { try await work(count) }
    var least = Footprint(bytes: .max, threads: .max)
    for _ in 0..<4 {
      let next = try await lowest(of: readings) { try await work(count) }
      least.bytes = min(least.bytes, (next.bytes - last.bytes) / (readings * count))
      least.threads = min(least.threads, next.threads - last.threads)
      last = next
    }
    return least
  }

  /// The lowest of several readings, each after some work: the memory of a cancelled sleep and an
  /// ending thread come and go.
  private static func lowest(
    of readings: Int, while work: () async throws -> Void
  ) async rethrows -> Footprint {
    var lowest = Footprint(bytes: .max, threads: .max)
    for _ in 0..<readings {
      try await work()
      lowest.bytes = min(lowest.bytes, bytes())
      lowest.threads = min(lowest.threads, threadCount())
    }
    return lowest
  }

  /// The allocated memory: the allocator's memory from the system, less the free part.
  private static func bytes() -> Int {
    var text: UnsafeMutablePointer<CChar>?
    var length = 0
    // No module has its header.
    guard let symbol = dlsym(nil, "malloc_info"), let file = open_memstream(&text, &length)
    else { return 0 }
    typealias Info = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
    _ = unsafeBitCast(symbol, to: Info.self)(0, file)
    fclose(file)
    defer { free(text) }
    let lines = text.map { String(cString: $0).split(separator: "\n") } ?? []
    // The totals come last, after each of the arenas.
    func total(_ start: String) -> Int {
      let line = lines.last { $0.hasPrefix(start) }
      let size = line?.split(separator: "size=\"").last?.prefix { $0.isNumber }
      return size.flatMap { Int($0) } ?? 0
    }
    let free = total("<total type=\"fast\"") + total("<total type=\"rest\"")
    return total("<system type=\"current\"") + total("<total type=\"mmap\"") - free
  }

  private static func threadCount() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  }
}
