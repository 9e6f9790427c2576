// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import Gantry
internal import GRDB

/// Opens the SQLite file that `Storage.file` names, and closes it when the other modules have stopped.
///
/// Several processes may have the file open, as in a rolling restart. Every rule about the data is
/// in a transaction or a constraint, so no process relies on being alone.
@Module(essential: true)
public final class StorageModule {
  private let pool: DatabasePool

  /// Opens or creates the file.
  ///
  /// - Parameter context: The module's access to its application.
  /// - Throws: `UnusableFile` if the file cannot be opened or written.
  public init(context: ModuleContext) throws {
    var configuration = GRDB.Configuration()
    configuration.busyMode = .timeout(5)
    let file = context.config.string(forKey: "file", default: "depot.sqlite")
    do {
      pool = try Self.open(file, configuration)
      try pool.writeWithoutTransaction { database in
        // region: durable
        // A pool is set up to lose the last commits in a power cut; answered requests must outlive it.
        try database.execute(sql: "PRAGMA synchronous = FULL")
        // SQLite opens a file that it cannot write, and says so at the first write: have it say so now.
        try database.execute(sql: "PRAGMA user_version = 1")
        // endregion
      }
    } catch {
      throw UnusableFile(path: URL(filePath: file).path, cause: error)
    }
  }

  /// Opens the file, and retries for five seconds.
  ///
  /// If two processes create the file at once, both switch to the write-ahead log, and SQLite
  /// refuses one of them without waiting.
  private static func open(
    _ file: String, _ configuration: GRDB.Configuration
  ) throws -> DatabasePool {
    let end = ContinuousClock.now + .seconds(5)
    while true {
      do {
        return try DatabasePool(path: file, configuration: configuration)
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < end
      {
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
  }

  @Provides var database: any DatabaseWriter { pool }

  @Shutdown func close() throws {
    // The pool closes its readers last, and they can't move its log into the file. A copy of the one
    // file would lack rows. An error means that another process moves the log now.
    try? pool.writeWithoutTransaction { _ = try $0.checkpoint() }
    try pool.close()
  }
}

/// The file of the database cannot be opened or written.
struct UnusableFile: Error, CustomStringConvertible {
  let path: String
  let cause: any Error

  // SQLite's own error doesn't name the file.
  var description: String { "the database '\(path)' can't be used: \(cause)" }
}
