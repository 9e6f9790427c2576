// SPDX-License-Identifier: Apache-2.0

/// The listeners by number.
///
/// They are side by side, since a dictionary allocates memory for each change of a value in place.
struct ListenerTable: Sendable {
  private var places: [Int: Int] = [:]
  private var slots: [Listener?] = []
  private var freePlaces: [Int] = []

  /// The numbers of all listeners, in no order.
  var ids: [Int] { Array(places.keys) }
  /// All listeners, in no order.
  var all: some Sequence<Listener> { slots.lazy.compactMap(\.self) }

  mutating func reserveCapacity(_ count: Int) {
    places.reserveCapacity(count)
    slots.reserveCapacity(count)
  }

  mutating func remove(_ id: Int) -> Listener? {
    let listener = self[id]
    self[id] = nil
    return listener
  }

  subscript(id: Int) -> Listener? {
    @inline(__always) _read {
      if let place = places[id] { yield slots[place] } else { yield nil }
    }
    @inline(__always) _modify {
      if let place = places[id] {
        yield &slots[place]
        if slots[place] == nil { free(place, of: id) }
      } else {
        var added: Listener?
        yield &added
        if let added { add(added, as: id) }
      }
    }
  }

  private mutating func add(_ listener: Listener, as id: Int) {
    if let place = freePlaces.popLast() {
      slots[place] = listener
      places[id] = place
    } else {
      places[id] = slots.count
      slots.append(listener)
    }
  }

  private mutating func free(_ place: Int, of id: Int) {
    places[id] = nil
    freePlaces.append(place)
  }
}
