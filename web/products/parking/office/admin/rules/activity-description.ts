import { readablePlate } from "#contract/plate.ts";
import type { Json } from "#data/database.gen.ts";

type Entry = { action: string; page_url: string; additional_data: Json | null };

/** An attendant's action as a sentence without its subject (actions of document 1 §7). An unknown action keeps its name. */
export function describeActivity({ action, page_url: pageUrl, additional_data: data }: Entry): string {
  // Anybody can write an entry, even with the name of a property that every object has.
  const describe = Object.hasOwn(DESCRIPTIONS, action) ? DESCRIPTIONS[action] : undefined;
  return describe === undefined ? action.replaceAll("_", " ") : describe(factsOf(data), pageUrl);
}

/** Reads a fact of the entry as text; empty when it is missing. */
type Facts = (name: string) => string;

const factsOf =
  (data: Json | null): Facts =>
  (name) => {
    const value = typeof data === "object" && data !== null && !Array.isArray(data) ? data[name] : undefined;
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
  };

/** The ends of addresses, and the names of their pages. */
const PAGES: [RegExp, string][] = [
  [/\/attendant-dashboard$/, "parkeringslistan"],
  [/\/generate-ticket(\/|$)/, "sidan för parkeringsbot"],
  [/\/create-report$/, "sidan för egen rapport"],
  [/\/shift-registration$/, "skiftregistreringen"],
];

const pageName = (pageUrl: string) => PAGES.find(([end]) => end.test(pageUrl))?.[1] ?? "en sida";

/** A fine and a report have the same log entries; only the page differs. */
const document = (pageUrl: string) => (pageUrl.endsWith("/create-report") ? "rapporten" : "parkeringsboten");

const named = (text: string, name: string) => (name === "" ? text : `${text} ${name}`);
const searched = (text: string, search: string) => (search === "" ? text : `${text} för sökningen ”${search}”`);
const parking = (text: string, facts: Facts) => named(`${text} parkeringen`, readablePlate(facts("ref_number")));

const DESCRIPTIONS: Record<string, (facts: Facts, pageUrl: string) => string> = {
  page_visit: (_facts, pageUrl) => `Öppnade ${pageName(pageUrl)}`,
  navigate_back: (_facts, pageUrl) => `Gick tillbaka från ${pageName(pageUrl)}`,
  logout: () => "Loggade ut",

  fetch_parkings_attempt: (facts) => searched("Bad om parkeringarna", facts("search")),
  fetch_parkings_success: (facts) => searched("Fick parkeringarna", facts("search")),
  fetch_parkings_failed: (facts) => searched("Fick inte parkeringarna", facts("search")),
  toggle_search: (facts) => (facts("open") === "false" ? "Stängde sökningen" : "Öppnade sökningen"),
  search_parking: (facts) => `Sökte efter ”${facts("term")}”`,

  delete_parking: (facts) => parking("Bad att ta bort", facts),
  delete_parking_success: (facts) => parking("Tog bort", facts),
  delete_parking_failed: (facts) => parking("Kunde inte ta bort", facts),

  click_create_report: () => "Gick till egen rapport",
  navigate_to_shift_registration: () => "Gick till skiftregistreringen",
  navigate_to_generate_ticket: (facts) =>
    facts("ref_number") === ""
      ? "Gick till parkeringsbot"
      : `Gick till parkeringsbot för ${readablePlate(facts("ref_number"))}`,

  ticket_form_change: (_facts, pageUrl) => `Ändrade i ${document(pageUrl)}`,
  ticket_amount_change: (facts) =>
    facts("amount") === "" ? "Tömde beloppet" : `Ändrade beloppet till ${facts("amount")} kr`,
  ticket_violation_change: (facts) =>
    facts("violation") === "" ? "Tog bort överträdelsen" : `Valde överträdelsen ”${facts("violation")}”`,
  ticket_generated: (facts, pageUrl) => named(`Genererade ${document(pageUrl)}`, facts("caseNumber")),
  ticket_copy_attempt: (_facts, pageUrl) => `Bad att kopiera ${document(pageUrl)}`,
  ticket_copied: (facts, pageUrl) => named(`Kopierade ${document(pageUrl)}`, facts("caseNumber")),
  ticket_copy_failed: (_facts, pageUrl) => `Kunde inte kopiera ${document(pageUrl)}`,
  ticket_save_attempt: (_facts, pageUrl) => `Bad att spara ${document(pageUrl)}`,
  ticket_saved: (facts, pageUrl) => named(`Sparade ${document(pageUrl)}`, facts("caseNumber")),
  ticket_save_failed: (_facts, pageUrl) => `Kunde inte spara ${document(pageUrl)}`,

  shift_registration_submitted: () => "Skickade in ett skift",
};
