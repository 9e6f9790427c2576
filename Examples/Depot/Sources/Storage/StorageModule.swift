// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import Gantry
internal import GRDB

/// Opens the SQLite file that `Storage.file` names, and closes it when the other modules have stopped.
///
/// Several processes may have it open, as in a rolling restart: every rule about the data is in a
/// transaction or a constraint, so none of them relies on being alone.
@Module(essential: true)
public final class StorageModule {
  private let pool: DatabasePool

  /// Opens or creates the file.
  ///
  /// - Parameter context: The module's access to its application.
  /// - Throws: `DatabaseError` where the file cannot be opened and written.
  public init(context: ModuleContext) throws {
    var configuration = GRDB.Configuration()
    configuration.busyMode = .timeout(5)
    let file = context.config.string(forKey: "file", default: "depot.sqlite")
    pool = try Self.open(file, configuration)
    try pool.writeWithoutTransaction { database in
      // region: durable
      // A pool is set up to lose the last commits in a power cut; answered requests must outlive it.
      try database.execute(sql: "PRAGMA synchronous = FULL")
      // SQLite opens a file that it cannot write, and says so at the first write: have it say so now.
      try database.execute(sql: "PRAGMA user_version = 1")
      // endregion
    }
  }

  /// Opens the file, and tries for five seconds: where two processes create it at once, SQLite refuses
  /// one of them without waiting, since both switch to the write-ahead log.
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

  @Shutdown func close() throws { try pool.close() }
}
