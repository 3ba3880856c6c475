#!/bin/sh
# Refuses a Patroni before 4.0, by its name: with 3.0.2 a leader that was paused and woke lost thousands of acknowledged rows.
set -eu
version="$("${1:-patroni}" --version)"
case "$version" in
  "patroni "[4-9].* | "patroni "[1-9][0-9].*) ;;
  *)
    echo "$version is refused: Patroni 4.0 or newer keeps acknowledged writes, 3.0 loses them when a paused leader wakes." >&2
    exit 1
    ;;
esac
