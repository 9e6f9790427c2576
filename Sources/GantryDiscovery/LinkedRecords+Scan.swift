// SPDX-License-Identifier: Apache-2.0

internal import CGantryImages

extension LinkedRecords {
  /// Finds the records of all loaded images.
  ///
  /// The scan only reads memory: it runs no record's code, and keeps nothing for the next scan. You
  /// can call it from any thread, but not while another thread closes a library.
  ///
  /// - Returns: The records and the rejected records; both empty on platforms that have no section
  ///   for records.
  /// - Complexity: O(*n*), where *n* is the size of all note segments.
  package static func scan() -> Self {
    var capacity = 64
    // A library opened between two passes may bring more records than there is room for.
    while true {
      let pass = collect(capacity: capacity, gantry_images_copy_notes)
      if let found = pass.found { return found }
      capacity = pass.total
    }
  }

  /// Finds the records in bytes with the layout of a note segment.
  ///
  /// - Parameters:
  ///   - bytes: The segment. The accessors of its records must be functions of this process.
  ///   - image: The name of the image in the results.
  /// - Returns: The records and the rejected records.
  package static func scan(_ bytes: UnsafeRawBufferPointer, image: String) -> Self {
    // Two notes start at least 16 bytes apart, the size of a header.
    let pass = collect(capacity: bytes.count / 16, image: image) { notes, capacity in
      gantry_copy_notes(bytes.baseAddress, bytes.count, notes, capacity)
    }
    return pass.found ?? Self(records: [], rejectedRecords: [])
  }

  /// Copies notes into a temporary buffer and reads them.
  ///
  /// - Returns: The notes, or nil if the capacity was too small; and the number of notes that
  ///   exist.
  private static func collect(
    capacity: Int, image: String? = nil,
    _ copy: (UnsafeMutablePointer<gantry_note>?, Int) -> Int
  ) -> (found: Self?, total: Int) {
    withUnsafeTemporaryAllocation(of: gantry_note.self, capacity: capacity) { notes in
      let total = copy(notes.baseAddress, capacity)
      guard total <= capacity else { return (nil, total) }
      return (Self(UnsafeBufferPointer(rebasing: notes[..<total]), image: image), total)
    }
  }

  private init(_ notes: UnsafeBufferPointer<gantry_note>, image: String?) {
    var records: [Record] = []
    var rejected: [RejectedRecord] = []
    records.reserveCapacity(notes.count)
    var path: (address: UnsafePointer<CChar>?, text: String) = (nil, image ?? "")
    for note in notes {
      // The notes of one image are adjacent and share its path.
      if let address = note.image, address != path.address {
        path = (address, String(cString: address))
      }
      switch Reading(note, image: path.text) {
      case .record(let record):
        records.append(record)
      case .rejected(let reason):
        let offset = Int(note.offset)
        rejected.append(RejectedRecord(image: path.text, offset: offset, reason: reason))
      }
    }
    self.init(records: records, rejectedRecords: rejected)
  }
}

/// The result of reading one note.
private enum Reading {
  case record(LinkedRecords.Record)
  case rejected(LinkedRecords.RejectedRecord.Reason)

  /// Checks the parts in an order in which each part makes the next one readable.
  init(_ note: gantry_note, image: String) {
    let headerSize = 16
    guard note.name_size == 4 else {
      self = .rejected(.nameSize(note.name_size))
      return
    }
    guard Int(note.descriptor_size) <= Int(note.available) - headerSize else {
      let available = Int(note.available) - headerSize
      self = .rejected(
        .truncated(descriptorSize: note.descriptor_size, available: available))
      return
    }
    guard note.descriptor_size < 4 || note.version == LinkedRecords.version else {
      self = .rejected(.version(note.version))
      return
    }
    guard note.descriptor_size == 24 else {
      self = .rejected(.descriptorSize(note.descriptor_size))
      return
    }
    guard let kind = LinkedRecords.Kind(rawValue: note.kind) else {
      self = .rejected(.kind(note.kind))
      return
    }
    guard let accessor = unsafeBitCast(note.accessor, to: LinkedRecords.Record.Accessor?.self)
    else {
      self = .rejected(.accessor)
      return
    }
    self = .record(
      LinkedRecords.Record(
        kind: kind, version: note.version, image: image, context: UInt(note.context),
        accessor: accessor))
  }
}

extension LinkedRecords {
  /// Stores the value of a record; the accessor of a record written in Swift needs nothing else.
  ///
  /// - Parameters:
  ///   - value: The value; not evaluated if its type isn't the requested one.
  ///   - memory: The memory to store it in: the accessor's first argument.
  ///   - type: The requested metatype: the accessor's second argument.
  /// - Returns: Whether the type is the value's own, so that the value was stored.
  package static func store<Value>(
    _ value: @autoclosure () -> Value, at memory: UnsafeMutableRawPointer,
    as type: UnsafeRawPointer
  ) -> Bool {
    guard type.load(as: Any.Type.self) == Value.self else { return false }
    memory.initializeMemory(as: Value.self, to: value())
    return true
  }
}
