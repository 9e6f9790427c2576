// SPDX-License-Identifier: Apache-2.0

#include <pthread.h>

#include "legacy.h"

// The functions send `legacy.did`, from which the tests see what ran.

// region: launch
GANTRY_LAUNCH(legacyCrashes, .priority = 100, .require = "legacyLog, legacySettings") {
  gantry_send(call, "legacy.did", "{\"name\": \"crashes\"}");
}
// endregion

GANTRY_LAUNCH(legacySettings, .after = "legacyLog") {
  gantry_send(call, "legacy.did", "{\"name\": \"settings\"}");
}

GANTRY_LAUNCH(legacyLog, .lane = GantryMain) {
  gantry_log(call, GantryInfo, "the log is open");
  gantry_send(call, "legacy.did", "{\"name\": \"log\"}");
}

GANTRY_LAUNCH(legacyPrefetch, .stage = GantryAfterReady, .milliseconds = 60000) {
  gantry_send(call, "legacy.ready", "{\"items\": 3, \"ratio\": 0.5, \"isNew\": true, \"name\": \"tea\"}");
  gantry_send(call, "legacy.ready", NULL);
}

GANTRY_LAUNCH(legacyFirst, .stage = GantryFirst) {
  gantry_send(call, "legacy.did", "{\"name\": \"first\"}");
}

// region: fail
GANTRY_LAUNCH(legacyFailure) { gantry_fail(call, "the disk is full"); }
// endregion

GANTRY_LAUNCH(legacyOff, .enabled = "isOn") {}

GANTRY_LAUNCH(legacyBadSend) {
  bool sent = gantry_send(call, "legacy.did", "[1]") || gantry_send(call, "legacy.did", "{") ||
              gantry_send(call, "legacy.did", "{\"a\": {}}");
  if (sent) gantry_fail(call, "it was sent");
}

// region: events
GANTRY_ON(legacyReady, "legacy.ready") { gantry_send(call, "legacy.heard", gantry_text(call)); }

GANTRY_ON(legacyFlush, "DidEnterBackground") {
  gantry_send(call, "legacy.did", "{\"name\": \"flush\"}");
}

GANTRY_ON(legacyQuit, "ShouldTerminate") { gantry_answer(call, "false"); }
// endregion

GANTRY_ON(legacyReadyOnce, "legacy.ready", .once = true, .lane = GantryMain) {
  const char *items = gantry_parameter(call, "items");
  gantry_send(call, "legacy.once", items && !gantry_parameter(call, "price") ? "{}" : "");
}

GANTRY_ON(legacyFlushLater, "DidEnterBackground", .lane = GantryBackground) {
  gantry_send(call, "legacy.did", "{\"name\": \"flush later\"}");
}

GANTRY_ON(legacyMemory, "DidReceiveMemoryPressure", .priority = 5) {
  gantry_send(call, "legacy.heard", gantry_text(call));
}

GANTRY_ON(legacyLink, "OpenURL") { gantry_answer(call, gantry_parameter(call, "url")); }

GANTRY_ON(legacySave, "SaveState") { gantry_answer(call, "draft"); }

GANTRY_ON(legacyTurn, "SupportedOrientations") {
  gantry_answer(call, "portrait, landscapeLeft");
}

GANTRY_ON(legacyFetch, "PerformBackgroundFetch") { gantry_answer(call, "newData"); }

GANTRY_ON(legacySync, "PerformBackgroundTask", .backgroundTask = "legacy.sync, legacy.clean") {
  gantry_send(call, "legacy.heard", gantry_text(call));
}

GANTRY_ON(legacyNeedy, "DidEnterBackground", .require = "legacyFailure") {
  gantry_send(call, "legacy.did", "{\"name\": \"needy\"}");
}

GANTRY_ROUTE(legacySetting, "legacy/setting/:key") {
  const char *value = gantry_setting(call, gantry_parameter(call, "key"));
  if (value) gantry_answer(call, value);
}

GANTRY_ROUTE(legacyVisit, "legacy/visit", .lane = GantryMain) {
  bool isOpen = gantry_open(call, "legacy/place/home?floor=2");
  gantry_answer(call, isOpen && !gantry_open(call, "legacy/nowhere") ? "open" : "closed");
}

static void send_from_callback(gantry_call *call) {
  gantry_send(call, "legacy.did", "{\"name\": \"callback\"}");
  // A retained call has no input, and nothing reads its answer.
  if (gantry_parameter(call, "name") || gantry_text(call)[0]) gantry_send(call, "legacy.did", NULL);
  gantry_answer(call, "nobody reads it");
}

GANTRY_LAUNCH(legacyCallback) { legacy_on_thread(call, send_from_callback); }

struct work {
  gantry_call *call;
  void (*body)(gantry_call *call);
};

static void *run(void *argument) {
  struct work *work = (struct work *)argument;
  work->body(work->call);
  return NULL;
}

void legacy_on_thread(gantry_call *call, void (*body)(gantry_call *call)) {
  struct work work = {gantry_retain(call), body};
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, &work) == 0) pthread_join(thread, NULL);
  gantry_release(work.call);
}

static void nothing(gantry_call *call) { (void)call; }

#define FAULTY(FORM, TARGET, ...)                                                                \
  {.size = sizeof(gantry_description), .form = FORM, .name = "faulty", .target = TARGET,         \
   .location = GANTRY_FILE, .line = 7, .body = nothing, __VA_ARGS__}

const gantry_description *legacy_faulty(int index) {
  static const gantry_description faulty[] = {
      FAULTY(2, "DidEnterBackgruond", ),
      FAULTY(2, "didEnterBackground", ),
      FAULTY(2, "", ),
      FAULTY(1, NULL, .once = true, .external = true),
      FAULTY(2, "legacy.ready", .stage = GantryIdle, .milliseconds = 5, .essential = true),
      FAULTY(3, "faulty", .priority = 3, .once = true),
      FAULTY(1, NULL, .stage = (gantry_stage)9, .lane = (gantry_lane)7),
      FAULTY(1, NULL, .milliseconds = (uint32_t)-5, .require = "Log Disk"),
      FAULTY(1, NULL, .backgroundTask = "legacy.sync"),
      FAULTY(8, NULL, ),
      {.size = sizeof(gantry_description) + 8, .form = 1, .name = "faulty",
       .location = GANTRY_FILE, .line = 7, .body = nothing},
  };
  return index < (int)(sizeof faulty / sizeof *faulty) ? &faulty[index] : NULL;
}
