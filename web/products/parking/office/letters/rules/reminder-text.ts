import { fillFields, unknownFieldsOf } from "../../case/fill-fields.ts";
import { reminderTexts } from "../reminder-texts.ts";

/** The facts of a case that a site's wording of a reminder can use. */
export const REMINDER_FIELDS = ["ärendenummer", "registreringsnummer", "kvar", "förfallodag"] as const;
type ReminderFacts = Record<(typeof REMINDER_FIELDS)[number], string>;

/** The first sentences of a reminder: a site's wording (our own wording where that is empty), filled with the facts of a case. */
export const reminderIntro = (wording: string, facts: ReminderFacts): string =>
  fillFields(wording.trim() || reminderTexts.own, facts);

/** A site's wording as it reads in an invented case. */
export const exampleReminder = (wording: string): string => reminderIntro(wording, reminderTexts.example);

/** The fields of a wording that no fact can fill. */
export const unknownReminderFields = (wording: string): string[] => unknownFieldsOf(wording, REMINDER_FIELDS);
