import { restoreDraft as restore, useKeptDraft as useKept } from "#shared/form/session-draft.ts";
import { type Registration, withRegistrationNames } from "./registration.ts";

const NAME = "registration";

/** The form's first values: `empty` with the draft from before a reload. */
export const restoreDraft = (empty: Registration): Registration => restore(NAME, empty, withRegistrationNames);

/** Stores the values that differ from the empty form, so that an untouched start is the time of the reload, not of the first visit. */
export const useKeptDraft = (values: Registration, empty: Registration, isDone: boolean): void =>
  useKept(NAME, values, empty, isDone);
