// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

extension PathPattern.Problem: CustomStringConvertible {
  /// The problem as a clause without a stop.
  public var description: String {
    switch self {
    case .tooLong(let limit): "it is longer than \(limit) bytes"
    case .tooManySegments(let limit): "it has more than \(limit) segments"
    case .tooManyCaptures(let limit): "it has more than \(limit) captures"
    case .emptySegment: "a segment may not be empty"
    case .badName: "after : and * stands a name of letters, digits and underscores, no digit first"
    case .repeatedName(let name): "two captures are named \(name)"
    case .foreignCapture(let segment, let instead, let escape):
      ForeignCapture.words(segment, instead: instead, escape: escape)
    case .restNotLast: "nothing may follow *rest"
    case .query: "a pattern has no ? and no #; write %3F and %23 for the characters"
    case .scheme: "a pattern is a path: leave the scheme and the host out"
    case .literal(let problem): "\(problem)"
    case .unknownCapture(let name): "a kind is given for \(name), which isn't a :capture of it"
    }
  }
}
