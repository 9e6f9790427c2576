// SPDX-License-Identifier: Apache-2.0

import CObjects
@testable import GantryApple
import Testing

extension GnuTests {
  /// Modules in front of methods of delegates; each test leaves the classes that it changed, and each
  /// that has to find one unchanged has a class of its own, made at run time.
  @MainActor
  @Suite(.serialized) struct Interposing {
    static let open = "application:openURL:options:"
    static let encoding = "B40@0:8@16@24@32"
    private static var last = 0
    let runtime = GnuRuntime()

    init() {
      GnuTests.begun
      _ = notes()
    }

    private func notes() -> [String] { GnuTests.notes() }

    /// A class below one of Objective-C, so that no other test has changed it.
    private func makeClass(below name: String) throws -> String {
      Self.last += 1
      let made = "Test\(Self.last)\(name)"
      _ = try #require(runtime.makeSubclass(of: ClassRef(named: name), named: made))
      return made
    }

    /// A class that has the method itself.
    private func makeOwning() throws -> String {
      let (made, type) = (try makeClass(below: "ShopDelegate"), ClassRef(named: "ShopDelegate"))
      let code = try #require(runtime.method(Self.open, of: type)?.code)
      #expect(runtime.add(code, Self.open, encoding: Self.encoding, to: ClassRef(named: made)))
      return made
    }

    private func attach(
      _ object: GnuObject, answering answer: Bool = false
    ) throws -> (id: Int, methods: [DelegateMethod])? {
      let part = Interposition(
        row: try #require(DelegateMethodRow.of(.openURL, in: .uiKit)), unanswered: .bool(false),
        merge: { .bool($0.isTrue || $1.isTrue) }
      ) { _ in
        note("modules")
        return .bool(answer)
      }
      return Interposer.attach(try object.object, [part], runtime, for: try object.object)
    }

    @Test func `an object of Objective-C has Swift's count where Swift looks for it`() throws {
      let object = GnuObject("ShopDelegate")
      weak let weakly = try object.object
      #expect(weakly != nil)
      #expect(open_url(object.address) == false)
      object.release()
      #expect(weakly == nil)
    }

    @Test(arguments: [false, true])
    func `a delegate with the method has modules before it`(answer: Bool) throws {
      let (type, object) = try own()
      let before = runtime.method(Self.open, of: type)
      let number = try #require(try attach(object, answering: answer)).id
      #expect(open_url(object.address) == answer)
      #expect(notes() == ["modules", "own"])
      #expect(runtime.classes(of: try object.object).real == type)
      Interposer.detach(number)
      #expect(open_url(object.address) == false)
      #expect(notes() == ["own"])
      #expect(runtime.method(Self.open, of: type) == before)
      object.release()
    }

    private func own() throws -> (ClassRef, GnuObject) {
      let name = try makeOwning()
      return (ClassRef(named: name), GnuObject(name))
    }

    @Test func `a delegate without the method gets it, though it was asked before`() throws {
      let object = GnuObject(try makeClass(below: "PlainDelegate"))
      #expect(!responds(object.address, Self.open))
      let number = try #require(try attach(object, answering: true)).id
      #expect(responds(object.address, Self.open))
      #expect(open_url(object.address))
      Interposer.detach(number)
      #expect(responds(object.address, Self.open))
      #expect(!open_url(object.address))
      #expect(notes() == ["modules"])
      object.release()
    }

    @Test func `an inherited method runs, and the class above keeps it`() throws {
      let above = ClassRef(named: "ShopDelegate")
      let before = runtime.method(Self.open, of: above)
      let object = GnuObject(try makeClass(below: "InheritingDelegate"))
      let other = GnuObject("InheritingDelegate")
      let number = try #require(try attach(object)).id
      #expect(!open_url(object.address))
      #expect(notes() == ["modules", "own"])
      #expect(!open_url(other.address))
      #expect(notes() == ["own"])
      #expect(runtime.method(Self.open, of: above) == before)
      Interposer.detach(number)
      #expect(!open_url(object.address))
      #expect(notes() == ["own"])
      object.release()
      other.release()
    }

    @Test func `modules hear once where a class and the one below it are both attached`() throws {
      let (above, below) = (GnuObject("ShopDelegate"), GnuObject("CallingDelegate"))
      let numbers = [try #require(try attach(above)).id, try #require(try attach(below)).id]
      #expect(!open_url(below.address))
      #expect(notes() == ["modules", "below", "own"])
      #expect(!open_url(above.address))
      #expect(notes() == ["modules", "own"])
      numbers.forEach(Interposer.detach)
      #expect(!open_url(below.address))
      #expect(notes() == ["below", "own"])
      above.release()
      below.release()
    }

    @Test func `a delegate that is observed before stays observed, and modules hear`() throws {
      let name = try makeClass(below: "PlainDelegate")
      let object = GnuObject(name)
      observe_badge(object.address)
      let classes = runtime.classes(of: try object.object)
      #expect(classes.real != classes.stated)
      #expect(classes.stated == ClassRef(named: name))
      let number = try #require(try attach(object, answering: true)).id
      #expect(open_url(object.address))
      change_badge(object.address, 1)
      #expect(notes() == ["modules", "observed"])
      #expect(runtime.method(Self.open, of: classes.real)?.owner == classes.stated)
      // The observer goes, and the class with it.
      stop_observing_badge(object.address)
      #expect(open_url(object.address))
      #expect(notes() == ["modules"])
      // Another observed object of the class has nothing of it.
      let other = GnuObject(name)
      observe_badge(other.address)
      #expect(!open_url(other.address))
      #expect(notes() == [])
      stop_observing_badge(other.address)
      Interposer.detach(number)
      object.release()
      other.release()
    }

    @Test func `a delegate may be observed after, and is detached below the observation`() throws {
      let (type, object) = try own()
      let before = runtime.method(Self.open, of: type)?.code
      let number = try #require(try attach(object)).id
      observe_badge(object.address)
      #expect(!open_url(object.address))
      change_badge(object.address, 1)
      #expect(notes() == ["modules", "own", "observed"])
      Interposer.detach(number)
      #expect(!open_url(object.address))
      change_badge(object.address, 2)
      #expect(notes() == ["own", "observed"])
      #expect(runtime.method(Self.open, of: type)?.code == before)
      stop_observing_badge(object.address)
      object.release()
    }

    /// The delegate's method runs among those of modules and of a library, also after detaching.
    private func expectAll(isAfter: Bool, _ change: (String) -> Void) throws {
      let name = try makeOwning()
      let object = GnuObject(name)
      if !isAfter { change(name) }
      let number = try #require(try attach(object, answering: true)).id
      if isAfter { change(name) }
      #expect(open_url(object.address))
      #expect(
        notes() == (isAfter ? ["library", "modules", "own"] : ["modules", "library", "own"]))
      Interposer.detach(number)
      #expect(!open_url(object.address))
      #expect(notes() == ["library", "own"])
      object.release()
    }

    @Test(arguments: [false, true])
    func `a library wraps the method, before and after`(isAfter: Bool) throws {
      try expectAll(isAfter: isAfter) { wrap_open($0) }
    }

    @Test(arguments: [false, true])
    func `a library exchanges the names of two methods, before and after`(isAfter: Bool) throws {
      try expectAll(isAfter: isAfter) { exchange_open($0) }
    }

    @Test(arguments: [false, true])
    func `a library gives the object another class, before and after`(isAfter: Bool) throws {
      let name = try makeOwning()
      let object = GnuObject(name)
      if !isAfter { give_class(object.address, "Library_\(name)") }
      let number = try #require(try attach(object, answering: true)).id
      if isAfter { give_class(object.address, "Library_\(name)") }
      #expect(open_url(object.address))
      #expect(notes() == ["modules", "own"])
      let classes = runtime.classes(of: try object.object)
      #expect(classes.stated == ClassRef(named: name))
      #expect(runtime.method(Self.open, of: classes.real)?.owner == classes.stated)
      Interposer.detach(number)
      object.release()
    }

    @Test func `a delegate on its way out tells no module, and neither does its heir`() throws {
      let object = GnuObject("LeavingDelegate")
      let number = try #require(try attach(object, answering: true)).id
      object.release()
      #expect(notes() == ["own", "gone"])
      // At the same address, more likely than not.
      let heir = GnuObject("LeavingDelegate")
      #expect(!open_url(heir.address))
      #expect(notes() == ["own"])
      Interposer.detach(number)
      heir.release()
      _ = notes()
    }

    @Test(arguments: DelegateMethodRow.all(of: .uiKit).map(\.method))
    func `each interposed method carries its words and its answer`(method: DelegateMethod) throws {
      let row = try #require(DelegateMethodRow.of(method, in: .uiKit))
      guard let shape = MethodShape(encoding: row.encoding) else { return }
      let answer: MethodAnswer =
        switch row.encoding.first {
        case "B": .bool(true)
        case "v": .nothing
        default: .word(7)
        }
      var heard: [UInt] = []
      let part = Interposition(row: row, unanswered: answer, merge: { given, _ in given }) {
        words in
        heard = words
        return answer
      }
      let object = GnuObject(try makeClass(below: "PlainDelegate"))
      let attached = Interposer.attach(try object.object, [part], runtime, for: try object.object)
      guard attached?.methods == [method] else { return object.release() }
      #expect(responds(object.address, row.selector))
      let words = Array([4, 5, 6, 7].prefix(row.selector.count { $0 == ":" }).map { UInt($0) })
      let code = runtime.code(row.selector, for: object.address)
      #expect(shape.call(code, object.address, runtime.word(of: row.selector), words) == answer)
      #expect(heard == words)
      object.release()
    }
  }
}
