// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ServiceLifecycle

/// Delivers the letters in a folder, sorted by name, by moving them to its subfolder `sent`.
public struct DeliveryService: Service {
  private let outbox: URL
  private let interval: Duration
  private let endsWhenEmpty: Bool
  private let delivered: @Sendable (String) -> Void

  /// Creates the service, without running it.
  ///
  /// - Parameters:
  ///   - outbox: The folder with letters.
  ///   - interval: The time between two checks of the folder.
  ///   - endsWhenEmpty: Whether the service ends when no letter is left.
  ///   - delivered: Called with the name of each delivered letter.
  public init(
    outbox: URL, interval: Duration, endsWhenEmpty: Bool,
    _ delivered: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.outbox = outbox
    self.interval = interval
    self.endsWhenEmpty = endsWhenEmpty
    self.delivered = delivered
  }

  /// Delivers until the group shuts down.
  ///
  /// - Throws: When the folder cannot be read or written.
  public func run() async throws {
    let sent = outbox.appending(path: "sent")
    try FileManager.default.createDirectory(at: sent, withIntermediateDirectories: true)
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      for letter in try letters() {
        try FileManager.default.moveItem(
          at: outbox.appending(path: letter), to: sent.appending(path: letter))
        print("delivered \(letter)")
        delivered(letter)
      }
      if endsWhenEmpty { return }
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) }
    }
  }

  private func letters() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: outbox.path)
      .filter { $0.hasSuffix(".txt") }.sorted()
  }
}
