/** The places of the office, in the order of its navigation. */
import type { CaseCounts } from "#data/fines/queries.ts";
import { paths } from "#shared/paths.ts";
import { officeTexts as texts } from "./office-texts.ts";

/** The tabs of the dashboard in its address (document 1 §2). */
export const DASHBOARD_TABS = ["parkeringar", "parkeringslogg", "skift", "webbaktivitet", "konton"] as const;
export type DashboardTab = (typeof DASHBOARD_TABS)[number];

export const TAB_NAMES: Readonly<Record<DashboardTab, string>> = {
  parkeringar: texts.parkings,
  parkeringslogg: texts.log,
  skift: texts.shifts,
  webbaktivitet: texts.activity,
  konton: texts.accounts,
};

/** A place with an address of its own (document 4 §5). */
export type Place = {
  name: string;
  to: (project: string) => string;
  /** Another page that belongs to the place. */
  page?: (project: string) => string;
  /** The number behind the name, and its words for screen readers. */
  count?: { of: keyof CaseCounts; inWords: (count: string) => string };
};

const OVERVIEW: Place = { name: texts.overview, to: paths.overview, page: paths.statistics };
const CASES: Place = {
  name: texts.cases,
  to: (project) => paths.cases(project),
  count: { of: "all", inWords: texts.casesInAll },
};
const OBJECTIONS: Place = {
  name: texts.objections,
  to: (project) => paths.objections(project),
  count: { of: "disputed", inWords: texts.objectionsWaiting },
};

const LETTERS: Place = { name: texts.letters, to: (project) => paths.letters(project) };
const SETTINGS: Place = { name: texts.settings, to: paths.settings };

export const PLACES: readonly Place[] = [
  OVERVIEW,
  CASES,
  OBJECTIONS,
  { name: texts.payments, to: paths.payments },
  { name: texts.ledger, to: paths.ledger, page: (project) => paths.ledgerRows(project) },
  LETTERS,
  { name: texts.permits, to: paths.permits },
  { name: texts.trail, to: paths.siteTrail },
  { name: texts.messages, to: paths.messages },
  { name: texts.settings, to: paths.settings, page: paths.personData },
];

/** The places that span the sites of a handler. */
export const COMPANY_PLACES: readonly Place[] = [...PLACES.slice(0, 5), LETTERS, SETTINGS];

/** The places of the bar on a narrow screen; all others are in `Mer`. */
export const IN_BAR: readonly Place[] = [OVERVIEW, CASES, OBJECTIONS];
