// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Dispatch

public final class BGTask {
  public let identifier: String
  public var expirationHandler: (() -> Void)?
  public private(set) var results: [Bool] = []

  public init(_ identifier: String) { self.identifier = identifier }

  public func setTaskCompleted(success: Bool) { results.append(success) }
}

@MainActor public final class BGTaskScheduler {
  public static let shared = BGTaskScheduler()
  private var handlers: [String: (BGTask) -> Void] = [:]

  public func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    guard handlers[identifier] == nil else { return false }
    handlers[identifier] = launchHandler
    return true
  }

  /// Runs a task; false where none is registered.
  public func run(_ task: BGTask) -> Bool {
    handlers[task.identifier]?(task)
    return handlers[task.identifier] != nil
  }
}
