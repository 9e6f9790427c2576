// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import Synchronization

extension Benchmarks {
  /// Marking that a task begins and that it has ended, beside a plain atomic store, which is lost with
  /// the process, and one byte that is written to a file.
  static var journalMark: Benchmark {
    Benchmark(
      "journal.mark", operationsPerRepetition: 2, allocations: 0,
      subject: .init("LaunchJournal") {
        let marks = try openJournal(journalPath()).begin(journalWork(1000), Quarantine())
        return { count in
          for index in 0..<count {
            marks.begin(index % 1000)
            marks.end(index % 1000)
          }
        }
      },
      peers: [
        .init("atomic store") {
          let word = Word()
          return { count in
            for index in 0..<count {
              word.value.store(UInt32(truncatingIfNeeded: index), ordering: .releasing)
              word.value.store(0, ordering: .releasing)
            }
          }
        },
        .init("pwrite", aim: 1.3) {
          let path = journalPath()
          try Data(count: 128_000).write(to: URL(filePath: path))
          let file = FileHandle(forUpdatingAtPath: path)
          return { count in
            guard let number = file?.fileDescriptor else { return Sink.shared.failures += 1 }
            var byte = UInt8(ascii: "+")
            for index in 0..<count * 2 { pwrite(number, &byte, 1, off_t(index / 2 % 1000 * 128)) }
          }
        },
      ])
  }

  /// Opening the journal of a thousand tasks at the start of a program, reading how the last launch
  /// ended, and beginning a session. About half of it is the system's: to replace a file takes 0.5 ms.
  static var journalOpen: Benchmark {
    Benchmark(
      "journal.open", aim: 2_000_000,
      subject: .init("LaunchJournal") {
        let work = journalWork(1000)
        let path = journalPath()
        return { count in
          for _ in 0..<count {
            do {
              let journal = try openJournal(path)
              let state = journal.quarantine.next(after: journal.end, Quarantine.Policy())
              let marks = try journal.begin(work, state)
              marks.begin(0)
              marks.ready()
              marks.ended()
            } catch {
              Sink.shared.failures += 1
            }
          }
        }
      })
  }

  private static func journalWork(_ count: Int) -> [LaunchJournal.Work] {
    (0..<count).map { LaunchJournal.Work("Module\($0).load", .task) }
  }

  private static func journalPath() -> String {
    FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).journal").path
  }

  private static func openJournal(_ path: String) throws -> LaunchJournal {
    try LaunchJournal(path, app: "benchmarks", build: "1")
  }
}

/// A word that a store cannot be optimized away from.
private final class Word: Sendable {
  let value = Atomic<UInt32>(0)
}
