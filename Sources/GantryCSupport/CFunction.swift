// SPDX-License-Identifier: Apache-2.0

package import GantryCore
internal import GantryC
internal import GantryLaunch
package import GantrySupport

/// A function in C, or a class in Objective-C, as its macro describes it.
package struct CFunction: Sendable {
  /// The name of the function or the class.
  package let name: ModuleName
  /// The name of the event, or the pattern of the route.
  let target: String
  /// The file and the line of the macro.
  package let fileID: String
  package let line: Int
  let body: CCall.Body
  package let lane: Lane
  let priority: Priority?
  let isOnce: Bool
  let isExternal: Bool
  private let form: Form?
  private let stage: Int
  private let timeout: Duration?
  private let isEssential: Bool
  private let dependencies: [ModuleDependency]
  private let conditions: [Condition]
  /// The identifiers of the background tasks that the function performs.
  private let tasks: [String]
  /// The names of other modules, by the option that has them.
  private let names: [(option: String, names: [String])]
  /// The faults of the options.
  package private(set) var faults: [Fault] = []

  /// The macros, by the number in their descriptions.
  private enum Form: UInt32 {
    case launch = 1
    case on = 2
    case route = 3
    case module = 4

    var macro: String {
      switch self {
      case .launch: "GANTRY_LAUNCH"
      case .on: "GANTRY_ON"
      case .route: "GANTRY_ROUTE"
      case .module: "GANTRY_MODULE"
      }
    }
  }

  /// The values of `gantry_lane`.
  package enum Lane: UInt32, Sendable { case standard, background, main }

  private static let stages: [LaunchStage] = [.beforeReady, .afterReady, .idle, .onDemand, .first]

  private init(_ given: gantry_description) {
    name = ModuleName(String(cString: given.name))
    target = given.target.map { String(cString: $0) } ?? ""
    (fileID, line) = Self.location(of: given)
    body = given.body ?? { _ in }
    lane = Lane(rawValue: given.lane.rawValue) ?? .standard
    priority = given.priority == 0 ? nil : Priority(integerLiteral: Int(given.priority))
    isOnce = given.once
    isExternal = given.external
    form = Form(rawValue: given.form)
    stage = Int(given.stage.rawValue)
    timeout = given.milliseconds == 0 ? nil : .milliseconds(Int64(given.milliseconds))
    isEssential = given.essential
    let edges: [(DependencyKind, String, UnsafePointer<CChar>?)] = [
      (.requires, "require", given.require), (.wants, "want", given.want),
      (.after, "after", given.after), (.before, "before", given.before),
      (.requiredBy, "requiredBy", given.requiredBy), (.wantedBy, "wantedBy", given.wantedBy),
    ]
    names = edges.map { ($0.1, Self.words($0.2)) }
    dependencies = zip(edges, names).flatMap { edge, words in
      // A name with a space has a fault of its own.
      words.names.filter { !$0.contains(where: \.isWhitespace) }
        .map { ModuleDependency(edge.0, ModuleName($0)) }
    }
    conditions = Self.words(given.enabled).map { Condition.config($0) }
    tasks = Self.words(given.backgroundTask)
    faults =
      unknownValues(lane: Int(given.lane.rawValue), milliseconds: given.milliseconds)
      + unusedOptions + spacedNames
  }

  /// Returns the words of a list that is separated by commas.
  private static func words(_ list: UnsafePointer<CChar>?) -> [String] {
    guard let list else { return [] }
    return String(cString: list).split(separator: ",").map {
      $0.trimmingPrefix { $0 == " " }.description
    }.filter { !$0.isEmpty }
  }

  private func unknownValues(lane number: Int, milliseconds: UInt32) -> [Fault] {
    // A negative number in C becomes one that is larger than any signed one.
    let negative =
      milliseconds > UInt32(Int32.max)
      ? [
        fault(
          "unknownValue",
          """
          has the option .milliseconds = \(Int32(bitPattern: milliseconds)), which isn't a time. \
          Use a positive number, or leave the option out for no limit.
          """)
      ] : []
    let unknown =
      (Self.stages.indices.contains(stage) ? [] : [("stage", stage)])
      + (number == Int(lane.rawValue) ? [] : [("lane", number)])
    return unknown.map { option, value in
      fault(
        "unknownValue",
        "has the option .\(option) = \(value), which stands for nothing. Use a name of GantryC.h.")
    } + negative
  }

  /// The names with a space, which no module has.
  private var spacedNames: [Fault] {
    names.flatMap { option, names in
      names.filter { $0.contains(where: \.isWhitespace) }.map { name in
        fault(
          "badName",
          "has the option .\(option) with the name \"\(name)\", and names have no spaces. Separate "
            + "names with commas.")
      }
    }
  }

  /// The options that the macro doesn't use.
  private var unusedOptions: [Fault] {
    guard let form else { return [Self.otherHeader(name, "\(fileID):\(line)")] }
    let options: [(String, isSet: Bool, use: [Form])] = [
      ("stage", stage != 0, [.launch, .module]),
      ("priority", priority != nil, [.launch, .on, .module]),
      ("milliseconds", timeout != nil, [.launch, .module]),
      ("essential", isEssential, [.launch, .module]),
      ("once", isOnce, [.on]), ("external", isExternal, [.route]),
      ("backgroundTask", !tasks.isEmpty, [.on]),
    ]
    return options.filter { $0.isSet && !$0.use.contains(form) }.map {
      fault(
        "unusedOption", "has the option .\($0.0), which \(form.macro) doesn't use. Remove it.")
    }
  }

  /// Makes a fault of the declaration.
  ///
  /// - Parameters:
  ///   - kind: The kind, in one word.
  ///   - clause: The problem and how to fix it, to follow the name of the declaration.
  package func fault(_ kind: String, _ clause: String) -> Fault {
    let name = form == .module ? ModuleName(typeName: name.rawValue) : name
    return Fault(
      kind, "\(name) (\(fileID):\(line)) \(clause)", modules: [name], at: ["\(fileID):\(line)"])
  }

  /// The source file was compiled with another version of `GantryC.h` than the linked library.
  private static func otherHeader(_ name: ModuleName, _ location: String) -> Fault {
    Fault(
      "otherHeader",
      """
      \(name) (\(location)) was compiled with another version of GantryC.h than the linked \
      library. Compile it again with the library's own header.
      """, modules: [name], at: [location])
  }
}

extension CFunction {
  /// Makes the manifest of a description.
  ///
  /// - Parameter address: The description.
  /// - Returns: The manifest; if another header made the description, it has only a name and a
  ///   fault.
  static func manifest(at address: UnsafePointer<gantry_description>) -> ModuleManifest {
    manifest(at: UnsafeRawPointer(address)) { $0.manifest }
  }

  /// Makes the manifest of a description, of a class in Objective-C as well.
  ///
  /// - Parameters:
  ///   - address: The description.
  ///   - make: Makes the manifest, unless another header made the description.
  /// - Returns: The manifest.
  package static func manifest(
    at address: UnsafeRawPointer, _ make: (CFunction) -> ModuleManifest
  ) -> ModuleManifest {
    let given = address.assumingMemoryBound(to: gantry_description.self).pointee
    guard given.size == UInt32(MemoryLayout<gantry_description>.size) else {
      let (name, location) = (ModuleName(String(cString: given.name)), location(of: given))
      return ModuleManifest(function: name, fileID: location.file, line: location.line) {
        $0.faults = [otherHeader(name, "\(location.file):\(location.line)")]
      }
    }
    return make(CFunction(given))
  }

  private static func location(of given: gantry_description) -> (file: String, line: Int) {
    (String(cString: given.location), Int(given.line))
  }

  private var manifest: ModuleManifest {
    ModuleManifest(function: name, fileID: fileID, line: line) { function in
      function.faults = faults
      switch form {
      case .launch: function.launch(taskOptions, fileID: fileID, line: line, body: taskBody)
      case .on: declareHandler(&function)
      case .route:
        let options = RouteOptions(access: isExternal ? .external : .internal)
        function.route(target, nil, options, fileID: fileID, line: line, body: routeBody)
      case .module, nil: break
      }
      guard form != .launch else { return }
      function.dependencies = dependencies
      function.conditions = conditions
    }
  }

  /// The options of a class as a module.
  package var moduleOptions: ModuleOptions {
    var options = ModuleOptions(
      name: ModuleName(typeName: name.rawValue), priority: priority ?? 0, essential: isEssential)
    options.dependencies = dependencies
    options.conditions = conditions
    return options
  }

  /// The options of the launch task of a class, apart from those of the module.
  package var launchOptions: TaskOptions {
    let stages = Self.stages
    return TaskOptions(
      stages.indices.contains(stage) ? stages[stage] : .beforeReady, priority: priority,
      timeout: timeout, essential: isEssential)
  }

  private var taskOptions: TaskOptions {
    var options = launchOptions
    options.dependencies = dependencies
    options.conditions = conditions
    return options
  }

  private var taskBody: TaskBody<Void> {
    let body = body
    return lane == .main
      ? .main { _, context in _ = try CCall.run(body, context) }
      : .background { (_, context: ModuleContext) throws -> Void in
        _ = try CCall.run(body, context)
      }
  }

  private func declareHandler(_ function: inout FunctionBuilder) {
    if let event = LifecycleEventName.all[target] {
      event.declare(&function, self)
    } else if LifecycleEventName.isMistake(target) {
      function.faults.append(
        fault(
          "unknownEvent",
          """
          handles "\(target)", which isn't a life-cycle event.\
          \(Wording.near(NearNames.of(target, among: LifecycleEventName.all.keys))) \
          Correct the name. \(LifecycleEventName.ownNames)
          """))
    } else {
      function.on(named: target, handlerOptions, fileID: fileID, line: line, body: namedBody)
    }
  }

  var handlerOptions: HandlerOptions {
    var options = HandlerOptions(isOnce ? .once : .every, priority: priority)
    options.backgroundTasks = tasks
    return options
  }

  private var namedBody: HandlerBody<Void, NamedEvent> {
    let body = body
    let reader = InputReader { CInput($0.assumingMemoryBound(to: NamedEvent.self).pointee) }
    let run: @Sendable (NamedEvent, ModuleContext) throws -> Void = { event, context in
      _ = try CCall.run(body, context, reader, on: event)
    }
    return lane == .main
      ? .main { _, event, context in try run(event, context) }
      : .background { _, event, context in try run(event, context) }
  }

  private var routeBody: RouteBody<Void, RouteCall> {
    let body = body
    let reader = InputReader { try CInput($0.assumingMemoryBound(to: RouteCall.self).pointee) }
    let run: @Sendable (RouteCall, ModuleContext) throws -> String = { call, context in
      try CCall.run(body, context, reader, on: call) ?? ""
    }
    return switch lane {
    case .standard: .anywhere { _, call, context in try run(call, context) }
    case .background: .background { _, call, context in try run(call, context) }
    case .main: .main { _, call, context in try run(call, context) }
    }
  }
}
