// SPDX-License-Identifier: Apache-2.0

import Gantry

/// Functions that share names with functions and a module in `SharedNameLinkedTests.swift`.
let sharedJournal = Journal()

struct DoorOpened: Event {}

struct DoorWillOpen: LifecycleEvent {}

struct DoorWillClose: LifecycleEvent {}

@On @MainActor private func doorMoves(_ event: DoorWillOpen) { sharedJournal.write("one file") }

@On @MainActor func lifecycle(_ event: DoorWillOpen) { sharedJournal.write("opens") }

@On @MainActor func lifecycle(_ event: DoorWillClose) { sharedJournal.write("closes") }

@On @MainActor func Doorman(_ event: DoorWillClose) { sharedJournal.write("function") }
