// SPDX-License-Identifier: Apache-2.0

public import Gantry
internal import StorageAPI

/// Keeps records in the SQLite file that `Storage.database` in the configuration names.
///
/// Another program may lock the file for `Storage.patience` milliseconds (by default, 2,000); after
/// that, a call is refused.
///
/// It is essential, since the app is useless without it. If the file cannot be opened, the launch
/// stops and says why.
@Module(essential: true)
public final class StorageModule {
  private let database: SQLiteStorage

  /// Opens the database; modules that inject the storage are created only after this has succeeded.
  ///
  /// - Parameter context: The module's access to its application.
  /// - Throws: `StorageError.opening`, or a configuration error when no file is named.
  public init(context: ModuleContext) throws {
    let patience = context.config.int(forKey: "patience", default: 2000)
    database = try SQLiteStorage(
      path: context.config.requiredString(forKey: "database"), patience: .milliseconds(patience))
  }

  @Provides var storage: any StorageService { database }

  /// Runs after the app is ready, since no other module waits for it.
  @Launch(.afterReady, timeout: .seconds(5))
  func optimize() async throws { try await database.optimize() }

  @Shutdown func close() throws { try database.close() }
}
