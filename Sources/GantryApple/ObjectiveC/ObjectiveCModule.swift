// SPDX-License-Identifier: Apache-2.0

package import GantryCore
internal import GantryCSupport
internal import GantryDiscovery
internal import GantrySupport

/// The Objective-C runtime of the process, and the methods of delegates that are called on modules.
package struct ObjectiveCSystem: Sendable {
  let runtime: any ClassRuntime
  let methods: [ObjectiveCMethod]

  /// Describes a runtime.
  package init(_ runtime: any ClassRuntime, _ methods: [ObjectiveCMethod]) {
    self.runtime = runtime
    self.methods = methods
  }

  #if canImport(ObjectiveC)
    private static let current = LockedBox(Self(LiveRuntime(), ObjectiveCMethod.ofSystem))
  #else
    private static let current = LockedBox<Self>()
  #endif

  /// The runtime of the process; nil if it has none.
  static var shared: Self? { current.value }

  /// Sets the runtime of a process on a system that has none of its own, for tests.
  package static func use(_ system: Self) { current.put(system) }
}

/// Stores the manifest of a class in Objective-C; the accessor of its record calls this.
///
/// - Parameters:
///   - memory: The memory for the manifest.
///   - type: The requested metatype.
///   - description: The class, as its macro describes it.
/// - Returns: Whether a manifest was requested, so that it was stored.
@c(gantry_store_module)
package func storeModule(
  _ memory: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ description: UnsafeRawPointer
) -> Bool {
  let manifest = CFunction.manifest(at: description) {
    ObjectiveCModule.manifest($0, ObjectiveCSystem.shared)
  }
  return LinkedRecords.store(manifest, at: memory, as: type)
}

/// A module whose class is written in Objective-C.
package final class ObjectiveCModule: Module {
  private let runtime: any ClassRuntime
  /// The word of the object, which is retained.
  private let object: UInt
  /// The object's context, which is retained.
  private let context: UncheckedReference<OpaquePointer>

  /// No module: the manifest of each class is made from its description.
  package static var manifest: ModuleManifest { ModuleManifest(of: Self.self) { _ in } }

  /// Refuses: a module has a class.
  package init(context: ModuleContext) async throws { throw ObjectiveCFailure.noObject }

  @MainActor
  private init(_ type: ClassRef, _ context: ModuleContext, _ runtime: any ClassRuntime) throws {
    self.runtime = runtime
    self.context = UncheckedReference(CCall.retained(context))
    let made = runtime.send("alloc", to: type.word)
    let hasContext = runtime.method(Self.initializer, of: type) != nil
    object =
      hasContext
      ? runtime.send(Self.initializer, to: made, .word1, [UInt(bitPattern: self.context.target)])
        .bits
      : runtime.send("init", to: made)
    if object == 0 { throw ObjectiveCFailure.noObject }
  }

  deinit {
    runtime.send("release", to: object)
    CCall.release(context.target)
  }

  /// Calls a method of a delegate.
  @MainActor
  func call(_ row: DelegateMethodRow, _ words: [UInt]) -> MethodAnswer {
    guard let shape = MethodShape(encoding: row.encoding) else { return .nothing }
    return runtime.send(row.selector, to: object, shape, words)
  }

  private func launch() throws {
    var error: UInt = 0
    let isLaunched = withUnsafeMutablePointer(to: &error) {
      runtime.send(Self.launch, to: object, .asks1, [UInt(bitPattern: $0)]).isTrue
    }
    if !isLaunched { throw ObjectiveCFailure.reported(runtime.text(ofError: error)) }
  }
}

extension ObjectiveCModule {
  private static let initializer = "initWithContext:"
  private static let launch = "launch:"
  private static let launchWithHandler = "launchWithCompletionHandler:"
  private static let shutDown = "shutDown"

  /// Makes the manifest of a class.
  ///
  /// - Parameters:
  ///   - given: The class, as its macro describes it.
  ///   - system: The Objective-C runtime; nil if there is none.
  static func manifest(_ given: CFunction, _ system: ObjectiveCSystem?) -> ModuleManifest {
    let name = given.name.rawValue
    guard let system, let type = system.runtime.findClass(name) else {
      let clause = "which no linked library has. Link the file with its @implementation."
      return refused(given, given.fault("missingClass", "is the class \(name), \(clause)"))
    }
    let runtime = system.runtime
    guard runtime.adopts(type, "GantryModule") else {
      let clause =
        "which doesn't adopt the protocol GantryModule. Add <GantryModule> to its @interface."
      return refused(given, given.fault("noModuleClass", "is the class \(name), \(clause)"))
    }
    return ModuleManifest(
      foreign: given.moduleOptions, fileID: given.fileID, line: given.line,
      faults: given.faults + unheard(given, type, system),
      make: { try ObjectiveCModule(type, $0, runtime) }
    ) { module in
      declareLife(of: type, &module, given, runtime)
      for method in system.methods where runtime.method(method.row.selector, of: type) != nil {
        method.declare(&module, given.fileID, given.line)
      }
    }
  }

  private static func refused(_ given: CFunction, _ fault: Fault) -> ModuleManifest {
    ModuleManifest(
      foreign: given.moduleOptions, fileID: given.fileID, line: given.line,
      faults: given.faults + [fault],
      make: { _ -> ObjectiveCModule in throw ObjectiveCFailure.noObject }, { _ in })
  }

  /// The methods that the class would wait for in vain, or that have other types.
  private static func unheard(
    _ given: CFunction, _ type: ClassRef, _ system: ObjectiveCSystem
  ) -> [Fault] {
    func unheard(_ method: String) -> Fault {
      let clause = "implements \(method), which isn't called on modules in Objective-C."
      let fix = "Handle its event in a Swift module, or implement it in the app's delegate."
      return given.fault("unheardMethod", "\(clause) \(fix)")
    }
    let heard = Set(system.methods.map(\.row.method))
    var faults = DelegateMethodRow.all(of: .current).compactMap { row -> Fault? in
      guard let found = system.runtime.method(row.selector, of: type) else { return nil }
      guard heard.contains(row.method) else { return unheard(row.selector) }
      let shape = MethodShape(encoding: row.encoding)
      let isSame = found.encoding.isEmpty || MethodShape(encoding: found.encoding) == shape
      let clause = "implements \(row.selector) with other types than the system calls it with."
      let fix = "Copy the declaration from the delegate's protocol."
      return isSame ? nil : given.fault("otherTypes", "\(clause) \(fix)")
    }
    #if !canImport(ObjectiveC)
      // The call needs a block, which only Apple's compilers and runtime have.
      if system.runtime.method(launchWithHandler, of: type) != nil {
        faults.append(unheard(launchWithHandler))
      }
    #endif
    return faults
  }

  /// Declares the launch tasks and the shutdown.
  private static func declareLife(
    of type: ClassRef, _ module: inout ModuleBuilder<ObjectiveCModule>, _ given: CFunction,
    _ runtime: any ClassRuntime
  ) {
    if runtime.method(launch, of: type) != nil {
      module.launch(
        "launch", given.launchOptions, fileID: given.fileID, line: given.line,
        body: given.lane == .background
          ? .background { (module, _) throws -> Void in try module.launch() }
          : .main { module, _ in try module.launch() })
    }
    #if canImport(ObjectiveC)
      if runtime.method(launchWithHandler, of: type) != nil {
        module.launch(
          "launchWithCompletionHandler", given.launchOptions, fileID: given.fileID,
          line: given.line,
          body: .callback { module, _, token in await module.launch(token) })
      }
    #endif
    if runtime.method(shutDown, of: type) != nil {
      module.shutdown("shutDown", fileID: given.fileID, line: given.line) { module in
        await MainActor.run { _ = module.runtime.send(shutDown, to: module.object) }
      }
    }
  }
}

#if canImport(ObjectiveC)
  extension ObjectiveCModule {
    /// Begins a launch whose block ends it.
    @MainActor
    private func launch(_ token: LaunchToken) {
      let words = HandlerBlock.made(object: { [runtime] error in
        guard let error else { return token.complete() }
        let word = UInt(bitPattern: Unmanaged.passUnretained(error).toOpaque())
        token.fail(ObjectiveCFailure.reported(runtime.text(ofError: word)))
      })
      _ = runtime.send(Self.launchWithHandler, to: object, .tells1, [words])
    }
  }
#endif

/// Why a module in Objective-C doesn't exist, or didn't launch.
private enum ObjectiveCFailure: Error, CustomStringConvertible {
  /// The class made no object.
  case noObject
  /// The text of the error that the module gave.
  case reported(String)

  var description: String {
    switch self {
    case .noObject: "its initializer returned nil"
    case .reported(let text): text
    }
  }
}
