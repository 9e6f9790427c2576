// SPDX-License-Identifier: Apache-2.0

public import GantryLaunch
public import GantryRouting
public import GantryServices

/// A fault of the declarations, found before anything runs.
@nonexhaustive
public enum ApplicationFault: Sendable, Hashable {
  /// Several images of the process have a copy of Gantry of their own.
  case severalCopies(images: [String])
  /// Several modules share a name.
  case duplicateModule(name: ModuleName, declaredAt: [String])
  /// A function was added more than once, or closures of one file share a name.
  case duplicateFunction(name: ModuleName, declaredAt: [String])
  /// A name that is used could mean several functions.
  case ambiguousName(ModuleName, usedAt: String, meanings: [ModuleName])
  /// A fault of the launch graph: a dependency, a cycle, a name or a stage.
  case launch(LaunchFault)
  /// A service, or a value that tasks take, without a provider or with too many.
  case wiring(WiringFault)
  /// The routes of the modules, or the schemes and hosts of the app, are not valid as declared.
  case routing(RouteFault)
  /// `GANTRY_ONLY` or `only:` names a module that is not linked.
  case unknownOnly(name: ModuleName, near: [ModuleName])
  /// A ``ModuleList`` names a module or task that is not linked.
  case unknownListed(name: ModuleName, declaredAt: String, near: [ModuleName])
  /// Two entries of a ``ModuleList`` mean the same module, by two of its names.
  case listedTwice(name: ModuleName, declaredAt: [String])
  /// A function in C, C++ or Objective-C is declared with something that doesn't exist.
  case foreign(name: ModuleName, declaredAt: String, ForeignFault)
}

extension ApplicationFault {
  /// Creates the fault of modules or functions that share a name.
  init(_ clash: NameTable.Clash) {
    self =
      switch clash.kind {
      case .module: .duplicateModule(name: clash.name, declaredAt: clash.declaredAt)
      case .function: .duplicateFunction(name: clash.name, declaredAt: clash.declaredAt)
      }
  }

  /// Creates a fault from one of the launch graph, with the names that people wrote.
  ///
  /// - Parameters:
  ///   - fault: The fault, with the names of the graph.
  ///   - names: The names of linked modules, to find the one that was meant.
  ///   - part: Returns the name that users know a node by: the node that creates a module goes by
  ///     the module's name.
  init(_ fault: LaunchFault, _ names: inout LinkedNames, _ part: (String) -> String) {
    self =
      switch fault {
      case .unknownTarget(let node, let edge, let near):
        .launch(
          .unknownTarget(
            node: part(node), edge: edge,
            near: near.isEmpty
              ? names.near(ModuleName(edge.target)).map(\.rawValue)
              : near.filter { part($0) == $0 }))
      case .cycle(let steps): .launch(Self.circle(of: steps, part))
      default: .launch(fault)
      }
  }

  /// Returns a cycle between the parts that people name.
  ///
  /// If the cycle is within one part, it is that part's dependency on itself; a written edge is
  /// preferred, since only it uses the part's name.
  private static func circle(
    of steps: [LaunchFault.Step], _ part: (String) -> String
  ) -> LaunchFault {
    let between = steps.map { written($0, part) }.filter { $0.waiting != $0.waitsFor }
    guard between.isEmpty,
      let own = steps.first(where: { $0.edge.target == part($0.edge.target) }) ?? steps.first
    else { return .cycle(between) }
    let step = written(own, part)
    return .selfEdge(node: step.waiting, edge: step.edge)
  }

  private static func written(
    _ step: LaunchFault.Step, _ part: (String) -> String
  ) -> LaunchFault.Step {
    LaunchFault.Step(
      waiting: part(step.waiting), waitsFor: part(step.waitsFor),
      declaredBy: part(step.declaredBy),
      edge: LaunchEdge(
        step.edge.kind, part(step.edge.target), declaredAt: step.edge.declaredAt,
        reason: step.edge.reason))
  }
}

extension ApplicationFault {
  /// The kind of fault, in one word that never changes.
  var kind: String {
    switch self {
    case .severalCopies: "severalCopies"
    case .duplicateModule: "duplicateModule"
    case .duplicateFunction: "duplicateFunction"
    case .ambiguousName: "ambiguousName"
    case .launch(let fault): fault.kind
    case .wiring(let fault): fault.kind
    case .routing(let fault): fault.kind
    case .unknownOnly: "unknownOnly"
    case .unknownListed: "unknownListed"
    case .listedTwice: "listedTwice"
    case .foreign(_, _, let fault): fault.kind
    }
  }
}

extension ApplicationFault {
  /// The modules, functions and tasks that it concerns, by the names that people wrote.
  var parts: [ModuleName] {
    switch self {
    case .ambiguousName(_, _, let meanings): meanings
    case .launch(let fault): fault.parts.map { ModuleName($0) }
    case .wiring(let fault): fault.parts
    case .routing, .severalCopies: []
    case .duplicateModule(let name, _), .duplicateFunction(let name, _),
      .unknownOnly(let name, _), .unknownListed(let name, _, _), .listedTwice(let name, _),
      .foreign(let name, _, _):
      [name]
    }
  }

  /// The source locations that it concerns, as `file:line`, for faults without a name.
  var places: [String] {
    switch self {
    case .ambiguousName(_, let place, _): [place]
    case .routing(let fault): fault.places
    default: []
    }
  }
}

extension LaunchFault {
  fileprivate var parts: [String] {
    switch self {
    case .cycle(let steps): steps.map(\.waiting)
    case .blockingNeedsMilestone(let path, _), .blockingRequiresOnDemand(let path, _): path
    case .unknownTarget(let node, _, _), .duplicateName(let node, _), .selfEdge(let node, _),
      .beforeMilestone(let node, _), .suspendsOnMain(let node, _):
      [node]
    }
  }
}

extension WiringFault {
  fileprivate var parts: [ModuleName] {
    switch self {
    case .missingProvider(_, let requests, _): requests.map(\.consumer)
    case .doubledProvider(_, let declarations): declarations.map(\.provider)
    case .selfInjection(let request, _): [request.consumer]
    }
  }
}

extension RouteFault {
  fileprivate var places: [String] {
    switch self {
    case .clash(_, let place, _, let other), .doubledName(_, let place, let other): [place, other]
    case .malformedPattern(_, let place, _), .unfitCapture(_, _, _, let place): [place]
    case .malformedScheme, .malformedHost, .unansweredRedirect: []
    }
  }
}

extension LaunchFault {
  fileprivate var kind: String {
    switch self {
    case .unknownTarget: "unknownTarget"
    case .cycle: "cycle"
    case .duplicateName: "duplicateName"
    case .blockingNeedsMilestone: "blockingNeedsMilestone"
    case .blockingRequiresOnDemand: "blockingRequiresOnDemand"
    case .selfEdge: "selfEdge"
    case .beforeMilestone: "beforeMilestone"
    case .suspendsOnMain: "suspendsOnMain"
    }
  }
}

extension WiringFault {
  fileprivate var kind: String {
    switch self {
    case .missingProvider: "missingProvider"
    case .doubledProvider: "doubledProvider"
    case .selfInjection: "selfInjection"
    }
  }
}

extension RouteFault {
  fileprivate var kind: String {
    switch self {
    case .clash: "routeClash"
    case .malformedScheme: "malformedScheme"
    case .malformedHost: "malformedHost"
    case .doubledName: "doubledRouteName"
    case .malformedPattern: "malformedPattern"
    case .unfitCapture: "unfitCapture"
    case .unansweredRedirect: "unansweredRedirect"
    }
  }
}
