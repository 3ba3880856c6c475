import { restoreDraft as restore, useKeptDraft as useKept } from "#shared/form/session-draft.ts";
import { type Registration, withRegistrationNames } from "./registration.ts";

const NAME = "registration";

/** The form to begin with: `empty` with what was typed before a reload. */
export const restoreDraft = (empty: Registration): Registration => restore(NAME, empty, withRegistrationNames);

/** Keeps what differs from the empty form, so that an untouched start time is the time of the reload, not of the first visit. */
export const useKeptDraft = (values: Registration, empty: Registration, isDone: boolean): void =>
  useKept(NAME, values, empty, isDone);
