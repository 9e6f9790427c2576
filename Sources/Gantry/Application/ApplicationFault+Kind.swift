// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ApplicationFault {
  /// What is wrong, in one word that stays the same from version to version.
  var kind: String {
    switch self {
    case .duplicateModule: "duplicateModule"
    case .duplicateFunction: "duplicateFunction"
    case .ambiguousName: "ambiguousName"
    case .launch(let fault): fault.kind
    case .wiring(let fault): fault.kind
    case .routing(let fault): fault.kind
    case .doubledResult: "doubledResult"
    case .missingResult: "missingResult"
    case .unknownOnly: "unknownOnly"
    case .unknownListed: "unknownListed"
    case .listedTwice: "listedTwice"
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
    case .choiceNamesNoProvider: "choiceNamesNoProvider"
    case .choiceForUnknownType: "choiceForUnknownType"
    case .ambiguousChoice: "ambiguousChoice"
    case .doubledChoice: "doubledChoice"
    case .selfInjection: "selfInjection"
    case .doubledValue: "doubledValue"
    case .valueTypesDiffer: "valueTypesDiffer"
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
