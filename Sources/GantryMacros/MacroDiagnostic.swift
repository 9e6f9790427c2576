// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics

/// Everything that the macros reject: one named case each, with its message.
struct MacroDiagnostic: DiagnosticMessage {
  let diagnosticID: MessageID
  let message: String
  let severity = DiagnosticSeverity.error

  init(_ id: String, _ message: String) {
    diagnosticID = MessageID(domain: "Gantry", id: id)
    self.message = message
  }
}

// MARK: - The type

extension MacroDiagnostic {
  static func notAClass(_ kind: String) -> Self {
    Self(
      "notAClass",
      "@Module needs a final class or an actor: a module has an identity, and \(kind) has none")
  }

  static func notFinal(_ name: String) -> Self {
    Self(
      "notFinal",
      "module '\(name)' must be final: a subclass would be a second module without a record")
  }

  static func inheritsModule(_ name: String, _ parent: String) -> Self {
    Self(
      "inheritsModule",
      "module '\(name)' inherits from '\(parent)', which is a module: put the code that both share "
        + "into a class that isn't one, or into a service")
  }

  static func privateType(_ name: String) -> Self {
    Self(
      "privateType",
      "module '\(name)' cannot be private inside another type: its conformance could "
        + "not see it; make it fileprivate"
    )
  }

  static func privateSurrounding(_ name: String, _ outer: String) -> Self {
    Self(
      "privateSurrounding",
      "module '\(name)' is in private type '\(outer)', where its conformance "
        + "cannot see it; make '\(outer)' fileprivate"
    )
  }

  static func hidesModule(_ type: String) -> Self {
    Self(
      "hidesModule",
      "a type named '\(type)' hides the module \(type) from the code that @Module adds; rename it")
  }

  static func genericType(_ name: String) -> Self {
    Self("genericType", "module '\(name)' cannot be generic: a link-time record names one type")
  }

  static func insideGeneric(_ name: String, _ outer: String) -> Self {
    Self(
      "insideGeneric",
      "module '\(name)' cannot be in the generic type '\(outer)': a link-time record "
        + "names one type; move it out"
    )
  }

  static func distributed(_ name: String) -> Self {
    Self(
      "distributed",
      "module '\(name)' cannot be distributed: it lives in the process that it is linked into")
  }

  static func secondModule(_ name: String) -> Self {
    Self("secondModule", "'\(name)' is already marked @Module")
  }

  static func ownManifest(_ name: String) -> Self {
    Self(
      "ownManifest",
      "@Module makes the manifest of '\(name)': mark members instead, or write the conformance "
        + "to Module without the macro"
    )
  }

  static func badName(_ name: String) -> Self {
    Self(
      "badName",
      name.isEmpty
        ? "a name cannot be empty" : "'\(name)' is not a name: names have no spaces")
  }

  static func badOwnName(_ name: String, marker: String) -> Self {
    Self("badOwnName", badName(name).message + "; write name: in @\(marker)")
  }

  static func firstModule() -> Self {
    Self(
      "firstModule",
      "only tasks run '.first': write @Launch(.first) at the task, and the module's init runs first, "
        + "too"
    )
  }

  static func namedSelf() -> Self {
    Self("namedSelf", "a marked member cannot be named 'self', which means the module itself")
  }

  static func uninitialized(_ property: String, in type: String) -> Self {
    Self(
      "uninitialized",
      "'\(property)' has no value in the generated init(context:): give it a default, "
        + "mark it @Inject, or write init(context:) in '\(type)'"
    )
  }

  static func secondShutdown(_ first: String) -> Self {
    Self("secondShutdown", "a module has one @Shutdown function, and it already has '\(first)'")
  }

  static func duplicateTask(_ task: String) -> Self {
    Self(
      "duplicateTask",
      "the module already has a launch task named '\(task)': give this one another name")
  }

  static func duplicateService(_ type: String, _ first: String) -> Self {
    Self("duplicateService", "the module already provides '\(type)', as '\(first)'")
  }
}

// MARK: - Source location

extension MacroDiagnostic {
  static func inExtension(_ marker: Marker) -> Self {
    Self(
      "inExtension",
      "@Module cannot see @\(marker.rawValue) in an extension: move it into the "
        + "body of the module"
    )
  }

  static func notInModule(_ marker: Marker, _ type: String) -> Self {
    Self("notInModule", "@\(marker.rawValue) has no effect in '\(type)', which isn't a @Module")
  }

  static func outsideModule(_ marker: Marker) -> Self {
    Self("outsideModule", "@\(marker.rawValue) belongs on a member of a @Module type")
  }

  static func conditionalModule(_ type: String) -> Self {
    Self(
      "conditionalModule",
      "the @Module of '\(type)' is inside #if, where its members cannot see it: put the #if around "
        + "the whole type, or write enabled: .debug")
  }

  static func inFunction(_ marker: Marker) -> Self {
    Self(
      "inFunction", "@\(marker.rawValue) on a local function is never called: move it to file scope"
    )
  }

  static func namedMethod(_ method: String) -> Self {
    Self(
      "namedMethod",
      "'name:' is for free functions: a method goes by its own name, '\(method)'")
  }

  static func repeated(_ marker: Marker) -> Self {
    Self("repeated", "@\(marker.rawValue) is written twice on one declaration")
  }

  static func conflicting(_ first: Marker, _ second: Marker) -> Self {
    Self("conflicting", "a declaration cannot be both @\(first.rawValue) and @\(second.rawValue)")
  }
}

// MARK: - The signature

extension MacroDiagnostic {
  static func notAFunction(_ marker: Marker) -> Self {
    Self("notAFunction", "@\(marker.rawValue) belongs on a function")
  }

  static func unsupportedModifier(_ marker: Marker, _ modifier: String) -> Self {
    Self(
      "unsupportedModifier",
      "\(marker.phrase) member cannot be \(modifier): it is called on the module's instance")
  }

  static func generic(_ marker: Marker) -> Self {
    Self(
      "generic", "\(marker.phrase) function cannot be generic: no call could choose the types")
  }

  static func shutdownParameters() -> Self {
    Self("shutdownParameters", "a @Shutdown function takes only a ModuleContext")
  }

  static func noEvent() -> Self {
    Self("noEvent", "an @On function takes the event that it hears as its first parameter")
  }

  static func tooManyParameters() -> Self {
    Self(
      "tooManyParameters", "an @On function takes one event, and after it at most one ModuleContext"
    )
  }

  static func eventType(_ type: String) -> Self {
    Self("eventType", "an @On function hears one named type of event, not '\(type)'")
  }

  static func eventValue(_ type: String) -> Self {
    Self(
      "eventValue",
      "'\(type)' isn't an event: declare a type for what happened that conforms to Event, and put "
        + "the value into it"
    )
  }

  static func eventOptional(_ type: String, _ wrapped: String) -> Self {
    Self(
      "eventOptional",
      "'\(type)' isn't an event: a handler always receives one, so take '\(wrapped)'")
  }

  static func namedEvent(_ type: String) -> Self {
    Self("namedEvent", "an @On function with 'named:' takes a NamedEvent, not '\(type)'")
  }

  static func backgroundTask(_ type: String) -> Self {
    Self(
      "backgroundTask",
      "an @On function with 'backgroundTask:' takes a PerformBackgroundTask, not '\(type)'")
  }

  static func emptyBackgroundTask() -> Self {
    Self("emptyBackgroundTask", "a background task has an identifier, as in Info.plist")
  }

  static func eventOwnership() -> Self {
    Self(
      "eventOwnership", "an @On function cannot take its event inout: every handler gets its own")
  }

  static func asyncAnswer() -> Self {
    Self(
      "asyncAnswer",
      "an async handler cannot answer: the sender does not wait for it; drop 'async' or the result")
  }

  static func isolatedAnswer(_ function: String) -> Self {
    Self(
      "isolatedAnswer",
      "'\(function)' cannot answer from an actor other than the main "
        + "actor: the sender does not wait for it; make it nonisolated or drop the result"
    )
  }

  static func providesNothing() -> Self {
    Self(
      "providesNothing",
      "@Provides needs a variable, or a function without parameters, with an explicit type")
  }

  static func providesNoProtocol(_ argument: String) -> Self {
    Self(
      "providesNoProtocol",
      "a module is a service under a protocol: write '(any P).self', not '\(argument)'; use "
        + "@Provides for any other type")
  }

  static func providesOpaque() -> Self {
    Self(
      "providesOpaque", "@Provides needs a type that others can name; write 'any' instead of 'some'"
    )
  }

  static func providesOptional(_ type: String, _ wrapped: String) -> Self {
    Self(
      "providesOptional",
      "no module can inject a service provided as '\(type)': '@Inject let …: \(type)' asks for "
        + "'\(wrapped)'; provide '\(wrapped)', and throw or turn the module off where there is none"
    )
  }

  static func providesIsolatedKey(_ key: String) -> Self {
    Self(
      "providesIsolatedKey",
      "'\(key)' is read on any thread: its provider must be nonisolated, and neither async nor "
        + "throwing; keep the state that it reads in a Mutex")
  }

  static func injectNoReader(_ key: String, _ type: String) -> Self {
    Self("injectNoReader", "'\(key)' is read at each call: write the type '\(type)'")
  }

  static func injectNotAProperty() -> Self {
    Self("injectNotAProperty", "@Inject belongs on a stored 'let'")
  }

  static func injectVariable() -> Self {
    Self(
      "injectVariable", "@Inject needs a 'let': a service is given once, when the module is created"
    )
  }

  static func injectComputed() -> Self {
    Self("injectComputed", "@Inject needs a stored 'let', not a computed property")
  }

  static func injectUntyped() -> Self {
    Self("injectUntyped", "@Inject needs an explicit type, which says which service to inject")
  }

  static func injectUnwrapped() -> Self {
    Self(
      "injectUnwrapped",
      "an @Inject property always has its value: write '?' if the module works without the service, "
        + "or remove the '!'")
  }

  static func injectNeedlesslyOptional(_ type: String) -> Self {
    Self(
      "injectNeedlesslyOptional",
      "'\(type)' cannot be optional: @Inject always gives one, even if it is empty or lazy")
  }

  static func injectLazyOfOther(_ service: String, _ inside: String) -> Self {
    Self(
      "injectLazyOfOther",
      "Lazy looks up exactly one service: inject 'Lazy<\(service)>', or '\(inside)' without Lazy")
  }

  static func injectInitialized() -> Self {
    Self(
      "injectInitialized",
      "an @Inject property cannot have a value of its own: the service is its value")
  }
}
