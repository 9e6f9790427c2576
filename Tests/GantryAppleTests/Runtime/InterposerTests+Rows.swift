// SPDX-License-Identifier: Apache-2.0

@testable import GantryApple
import Testing

/// Rules for each row of the table. Part of the suite, since the process has one runtime.
extension InterposerTests {
  /// The methods of each kit that modules may take part in.
  nonisolated static let interposed = DelegateKit.allCases.flatMap { kit in
    DelegateMethodRow.all(of: kit).filter { $0.code != nil }.map { (kit, $0.method) }
  }

  @Test(arguments: interposed)
  func `every interposed method passes its words and its answer`(
    kit: DelegateKit, method: DelegateMethod
  ) throws {
    let row = try #require(DelegateMethodRow.of(method, in: kit))
    let shape = try #require(MethodShape(encoding: row.encoding))
    let answer: MethodAnswer =
      shape.rawValue.hasPrefix("asks")
      ? .bool(true) : shape.rawValue.hasPrefix("word") ? .word(7) : .nothing
    let places = try #require(shape.rawValue.last?.wholeNumberValue)
    var heard: [UInt] = []
    let part = Interposition(row: row, unanswered: .nothing) { words in
      MainActor.assumeIsolated { heard = words }
      return answer
    }
    _ = Interposer.attach(delegate, [part], runtime, for: delegate)
    #expect(runtime.send(row.selector, to: address, [4, 5, 6, 7]) == answer)
    #expect(heard == Array([4, 5, 6, 7].prefix(places)))
    heard = []
    runtime.exchange(row.selector, "library:", of: type)
    #expect(runtime.send("library:", to: address, [7, 8, 9, 10]) == answer)
    #expect(heard == Array([7, 8, 9, 10].prefix(places)))
  }

  @Test func `every method that becomes an event is interposed, except the launch`() {
    for kit in DelegateKit.allCases {
      for row in DelegateMethodRow.all(of: kit) {
        let isHandled = row.rule == .handled || row.rule == .handledBefore(26)
        let isConnection = row.method == .sceneWillConnect
        #expect((row.code != nil) == (isHandled || isConnection), "\(row.method)")
      }
    }
  }

  @Test func `an object answer is the first non-nil one`() throws {
    let row = try #require(DelegateMethodRow.of(.configureScene, in: .uiKit))
    for (modules, own, answer) in [(0, nil, 5), (7, nil, 7), (0, 9, 9), (7, 9, 7)]
      as [(UInt, UInt?, UInt)]
    {
      let (type, object) = (runtime.makeClass("Shop.AppDelegate", above: top), Delegate())
      runtime.make(object, type)
      if own != nil {
        #expect(runtime.add(Own.object, row.selector, encoding: row.encoding, to: type))
      }
      let part = Interposition(row: row, otherwise: { _ in .word(5) }) { words, hasOwn in
        (.word(modules == 0 && !hasOwn ? 5 : modules), words)
      }
      let number = try #require(Interposer.attach(object, [part], runtime, for: object)).id
      let address = FakeRuntime.address(of: object)
      #expect(runtime.send(row.selector, to: address) == .word(answer))
      Interposer.detach(number)
      #expect(runtime.send(row.selector, to: address) == .word(own ?? 5))
    }
  }

  @Test func `every interposed method has a shape from the table`() {
    let rows = DelegateKit.allCases.flatMap { DelegateMethodRow.all(of: $0) }
    let shapes = rows.filter { $0.code != nil }.compactMap { MethodShape(encoding: $0.encoding) }
    #expect(Set(shapes) == Set(MethodShape.allCases))
    #expect(MethodShape(encoding: "c24@0:8@16") == .asks1)
    #expect(MethodShape(encoding: "d24@0:8@16") == nil)
    #expect(MethodShape(encoding: "v56@0:8@16{CGRect={CGPoint=dd}{CGSize=dd}}24") == nil)
    #expect(MethodShape(encoding: "v") == nil)
  }
}
