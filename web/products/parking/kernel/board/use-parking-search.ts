import { useEffect, useId, useState } from "react";
import { LOGGED_SEARCH_MIN_LENGTH } from "#contract/limits.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { useKeptTerm } from "../page/use-kept-term.ts";

/** The pause in the typing before a search, in milliseconds. */
const PAUSE_MS = 250;

export type ParkingSearch = {
  typed: string;
  /** The search term: `typed` after a pause, trimmed. */
  term: string;
  setTyped: (typed: string) => void;
  /** The id of the part with the field, and a function that focuses the field. */
  fieldId: string;
  focus: () => void;
};

/** The search of the attendants' list. Longer terms are logged (document 1 §5). */
export function useParkingSearch(log: Log): ParkingSearch {
  const [term, keepTerm] = useKeptTerm();
  const [typed, setTyped] = useState(term);
  const fieldId = useId();

  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed.trim() !== term) keepTerm(typed.trim());
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, term, keepTerm]);

  useEffect(() => {
    if (term.length >= LOGGED_SEARCH_MIN_LENGTH) log("search_parking", { term });
  }, [term, log]);

  function focus() {
    log("toggle_search", { open: true });
    document.getElementById(fieldId)?.querySelector("input")?.focus();
  }

  return { typed, term, setTyped, focus, fieldId };
}
