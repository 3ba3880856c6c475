import { expect, test } from "vitest";
import type { Json } from "#data/database.gen.ts";
import { describeActivity } from "./activity-description.ts";

const LIST = "/ostra-hamnen/attendant-dashboard";
const FINE = "/ostra-hamnen/generate-ticket/00000000-0000-4000-8000-000000000001";
const REPORT = "/ostra-hamnen/create-report";

test.each<[action: string, pageUrl: string, data: Json | null, expected: string]>([
  ["page_visit", LIST, null, "Öppnade parkeringslistan"],
  ["page_visit", FINE, null, "Öppnade sidan för parkeringsbot"],
  ["page_visit", REPORT, null, "Öppnade sidan för egen rapport"],
  ["page_visit", "/ostra-hamnen/shift-registration", null, "Öppnade skiftregistreringen"],
  ["page_visit", "/ostra-hamnen/elsewhere", null, "Öppnade en sida"],
  ["navigate_back", REPORT, null, "Gick tillbaka från sidan för egen rapport"],
  ["logout", LIST, null, "Loggade ut"],
  ["fetch_parkings_attempt", LIST, { search: "" }, "Bad om parkeringarna"],
  ["fetch_parkings_success", LIST, { search: "ABC" }, "Fick parkeringarna för sökningen ”ABC”"],
  ["fetch_parkings_failed", LIST, { search: "", error: "x" }, "Fick inte parkeringarna"],
  ["toggle_search", LIST, { open: true }, "Öppnade sökningen"],
  ["toggle_search", LIST, { open: false }, "Stängde sökningen"],
  ["search_parking", LIST, { term: "åkergränd" }, "Sökte efter ”åkergränd”"],
  ["delete_parking", LIST, { parking_id: "1", ref_number: "ABC123" }, "Bad att ta bort parkeringen ABC 123"],
  ["delete_parking_success", LIST, { ref_number: "ABC123" }, "Tog bort parkeringen ABC 123"],
  ["delete_parking_failed", LIST, {}, "Kunde inte ta bort parkeringen"],
  ["click_create_report", LIST, null, "Gick till egen rapport"],
  ["navigate_to_shift_registration", LIST, null, "Gick till skiftregistreringen"],
  ["navigate_to_generate_ticket", LIST, { ref_number: "ABC123" }, "Gick till parkeringsbot för ABC 123"],
  ["navigate_to_generate_ticket", LIST, null, "Gick till parkeringsbot"],
  ["ticket_form_change", FINE, { field: "notes" }, "Ändrade i parkeringsboten"],
  ["ticket_form_change", REPORT, { field: "notes" }, "Ändrade i rapporten"],
  ["ticket_amount_change", FINE, { amount: "900" }, "Ändrade beloppet till 900 kr"],
  ["ticket_amount_change", FINE, { amount: "" }, "Tömde beloppet"],
  ["ticket_violation_change", FINE, { violation: "Övrigt" }, "Valde överträdelsen ”Övrigt”"],
  ["ticket_violation_change", FINE, { violation: "" }, "Tog bort överträdelsen"],
  ["ticket_generated", FINE, { caseNumber: "12345678" }, "Genererade parkeringsboten 12345678"],
  ["ticket_copy_attempt", FINE, {}, "Bad att kopiera parkeringsboten"],
  ["ticket_copied", REPORT, { caseNumber: "12345678" }, "Kopierade rapporten 12345678"],
  ["ticket_copy_failed", FINE, {}, "Kunde inte kopiera parkeringsboten"],
  ["ticket_save_attempt", FINE, {}, "Bad att spara parkeringsboten"],
  ["ticket_saved", FINE, { caseNumber: "12345678" }, "Sparade parkeringsboten 12345678"],
  ["ticket_save_failed", REPORT, {}, "Kunde inte spara rapporten"],
  ["shift_registration_submitted", "/ostra-hamnen/shift-registration", { images: 2 }, "Skickade in ett skift"],
  ["something_new", LIST, ["odd"], "something new"],
  ["constructor", LIST, null, "constructor"],
  ["search_parking", LIST, "odd", "Sökte efter ””"],
])("%s on %s with %j", (action, page_url, additional_data, expected) => {
  expect(describeActivity({ action, page_url, additional_data })).toBe(expected);
});
