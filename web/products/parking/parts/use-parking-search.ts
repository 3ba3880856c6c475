import { useEffect, useState } from "react";
import { LOGGED_SEARCH_MIN_LENGTH } from "#contract/limits.ts";
import type { Log } from "#session/use-activity-log.ts";

/** Pause in the typing after which is searched, in milliseconds. */
const PAUSE_MS = 250;

export type ParkingSearch = {
  isOpen: boolean;
  typed: string;
  /** What the list is searched for: `typed` after a pause, trimmed; empty when the field is closed. */
  term: string;
  setTyped: (typed: string) => void;
  toggle: () => void;
};

/** The search of the attendant's list; closing the field ends the search. Longer terms are logged (document 1 §5). */
export function useParkingSearch(log: Log): ParkingSearch {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [term, setTerm] = useState("");

  useEffect(() => {
    const timer = setTimeout(() => setTerm(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  useEffect(() => {
    if (term.length >= LOGGED_SEARCH_MIN_LENGTH) log("search_parking", { term });
  }, [term, log]);

  function toggle() {
    log("toggle_search", { open: !isOpen });
    setIsOpen(!isOpen);
    if (!isOpen) return;
    setTyped("");
    setTerm("");
  }

  return { isOpen, typed, term, setTyped, toggle };
}
