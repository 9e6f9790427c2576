#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Runs the built app with real input, and checks what it shows and what it leaves behind.
# BIN is the folder of the built products; without it, SwiftPM's own.
set -eu
cd "$(dirname "$0")"
app=$(realpath "${BIN:-.build/debug}")/Bazaar
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp bazaar.json "$folder"

# Opens the URLs of standard input, and keeps what was shown.
open() { "$app" --folder "$folder" --until-input-ends >"$folder/shown" 2>"$folder/errors"; }

shows() {
  if ! grep -qF -- "$1" "$folder/shown"; then
    echo "bazaar: '$1' is not shown. It showed:" >&2
    cat "$folder/shown" "$folder/errors" >&2
    exit 1
  fi
}

hides() {
  if grep -qF -- "$1" "$folder/shown"; then
    echo "bazaar: '$1' should not be shown" >&2
    exit 1
  fi
}

open <<'END'
bazaar://account/sign-in?name=Ada
bazaar://orders/place?item=tea&quantity=2
bazaar://messages
END
shows 'Ready after'
shows 'Account: signed in as Ada, no orders yet'
shows 'Orders: order 1: 2 × tea for Ada'
shows 'Messages: 1 for Ada:'
shows '  Thank you, Ada! order 1: 2 × tea, 6.40.'

# The launch as a page that needs no other file.
"$app" --folder "$folder" --until-input-ends --report "$folder/launch.html" </dev/null >/dev/null
grep -q '<svg' "$folder/launch.html" || { echo "bazaar: the page has no timeline" >&2; exit 1; }
if grep -q 'http' "$folder/launch.html"; then echo "bazaar: the page needs the net" >&2; exit 1; fi

# What is wrong gets a line, and nothing else happens.
open <<'END'
bazaar://orders/place?item=tea&quantity=many
bazaar://orders/place?item=moon&quantity=1
bazaar://orders/place?item=tea
bazaar://account/sign-in
bazaar://account/sign-in?name=%zz
bazaar://nowhere
no URL at all
bazaar://messages
END
shows "Orders: nothing ordered: 'quantity' must be a number from 1 to 99, not 'many'"
shows "Orders: nothing ordered: there is no 'moon'"
shows "Orders: nothing ordered: 'quantity' is missing"
shows "Account: nobody signed in: 'name' is missing"
shows "line 5: 'bazaar://account/sign-in?name=%zz' is not a URL"
shows 'no module answers for bazaar://nowhere'
shows "line 7: 'no URL at all' is not a URL"
shows 'Messages: 0 for guest'
hides "Orders: order"

# What was ordered is there in the next launch. A launch that is over has its line; one that is stopped
# before has none, so that the input of this one ends when the line is there, after a minute at most.
log=$folder/bazaar-launches.ndjson
lines() { if [ -e "$log" ]; then wc -l <"$log"; else echo 0; fi; }
before=$(lines)
{
  echo 'bazaar://account/sign-in?name=Ada'
  for _ in $(seq 600); do
    [ "$(lines)" -eq "$before" ] || break
    sleep 0.1
  done
} | open
shows 'Account: signed in as Ada, 1 order so far'
if command -v sqlite3 >/dev/null; then
  row=$(sqlite3 "$folder/bazaar.sqlite" 'SELECT customer, item, quantity, total FROM orders')
  [ "$row" = 'Ada|tea|2|640' ] || { echo "bazaar: the database holds '$row'" >&2; exit 1; }
fi
launches=$(lines)
[ "$launches" -eq $((before + 1)) ] && [ "$launches" -le 4 ] \
  || { echo "bazaar: $before and then $launches lines for 3 and then 4 launches" >&2; exit 1; }

# How long each task took is kept for the next launch.
grep -qF '"Orders.init"' "$folder/bazaar-launches.json" || {
  echo 'bazaar: the launch profile does not name Orders.init' >&2
  exit 1
}

# Without the flag it outlives its input, and a signal ends it cleanly.
mkfifo "$folder/input" "$folder/output"
"$app" --folder "$folder" <"$folder/input" >"$folder/output" &
running=$!
exec 3>"$folder/input" 4<"$folder/output"
echo 'bazaar://messages' >&3
exec 3>&-
while IFS= read -r line <&4; do
  case $line in 'Messages: '*) kill -TERM "$running" ;; esac
done
wait "$running" || { echo "bazaar: SIGTERM ended it with status $?" >&2; exit 1; }

# A database that cannot be opened stops the launch with a reason.
echo '{ "Storage": { "database": "no/such/folder.sqlite" } }' >"$folder/bazaar.json"
if echo 'bazaar://messages' | open; then echo 'bazaar: ran without a database' >&2; exit 1; fi
grep -qF "the database 'no/such/folder.sqlite' cannot be opened for writing" "$folder/errors" || {
  cat "$folder/errors" >&2
  exit 1
}
