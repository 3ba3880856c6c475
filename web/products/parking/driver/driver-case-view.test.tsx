import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { WholeDriverCase } from "#data/fines/look-up.ts";
import { addDays, toDateValue } from "#shared/format/dates.ts";
import { type Language, LanguageContext } from "#shared/ui/language.ts";
import { CaseOfKey } from "./case-of-key.tsx";
import { DriverCaseView } from "./driver-case-view.tsx";
import { forgetReplyKey, keepReplyKey, replyKeyOf } from "./kept-reply-keys.ts";

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const TODAY = toDateValue(new Date());
const CASE: WholeDriverCase = {
  case_number: "12345678",
  public_key: "AAAAAAAAAAAAAAAAAAAAAA",
  plate: "ABC123",
  street: "Kajgatan",
  observed_from: "2026-11-20T12:00:00Z",
  issued_at: "2026-11-20T12:05:00Z",
  violation_code: "",
  violation_text: "Parkerat på gångbana",
  amount: 700,
  fee: 0,
  paid_ore: 0,
  left_ore: 70_000,
  due_date: TODAY,
  delivery: "fixed",
  status: "issued",
  objection: null,
  payment_methods: [],
  issuer_name: "",
  org_number: "",
  principal: "",
  legal_line: "",
  contact_email: "",
  contact_phone: "",
  privacy_url: "",
  vat_percent: null,
  reminder_wait_days: 4,
  reminder_fee: 0,
  photos: [],
  reply: null,
};

const SWISH = { kind: "swish", value: "123 123 12 31", text: "" } as const;
const BANKGIRO = { kind: "bankgiro", value: "5050-1055", text: "Bankgiro 5050-1055" } as const;

function draw(changes: Partial<WholeDriverCase>, lang: Language = "sv"): string {
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <LanguageContext value={lang}>
          <DriverCaseView found={{ ...CASE, ...changes }} replyKey="" />
        </LanguageContext>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return document.body.textContent;
}

test("the due date is shown while it lies ahead", () => {
  const text = draw({});
  expect(screen.getByText(/^Senast /)).toBeTruthy();
  expect(text).toContain("Sista betalningsdag");
});

test("a due date in the past is shown as past", () => {
  const text = draw({ due_date: addDays(TODAY, -1) });
  expect(screen.getByText(/^Skulle ha betalats senast /)).toBeTruthy();
  expect(text).toContain("Betala nu");
});

// Spec 4 §5: Driver, Swedish with
test.each([
  ["disputed", 70_000],
  ["paid", 0],
  ["withdrawn", 0],
  ["written_off", 0],
  ["collection", 70_000],
] as const)("a case that is %s names no last day to pay", (status, left_ore) => {
  expect(draw({ status, left_ore, payment_methods: [SWISH] })).not.toMatch(/Sista betalningsdag|[Ss]enast/);
  expect(screen.queryByRole("button", { name: "Betala" })).toBeNull();
  expect(screen.getByRole("button", { name: "Kopiera Ärendenummer 12345678" })).toBeTruthy();
});

// Spec rules §8: No photo is
test("photos load after everything else, and only near the view", () => {
  draw({ photos: [{ taken_at: CASE.issued_at, category: "car", address: "/bil.jpg" }] });
  const { outerHTML } = screen.getByRole("button", { name: /^Visa bild: Bilen/ });
  // The attributes stand before the address: a browser would otherwise load the photo at once.
  expect(outerHTML).toMatch(/<img[^>]* loading="lazy" fetchpriority="low"[^>]* src="\/bil.jpg"/);
});

// Spec 4 §4: look_up_case(case_number, plate) and
test("when very many ask from one network, photos are shown as coming later, not as missing", () => {
  const taken = { taken_at: CASE.issued_at, address: null };
  const reply = { is_supplement: false, received_at: CASE.issued_at, decision: null, decided_at: null };
  const sent = { ...reply, text: "Skylten var täckt av snö.", photos: [{ address: null }] };
  draw({ photos_later: true, photos: [{ ...taken, category: "car" }], reply: sent });
  expect(screen.getAllByText("Bilden visas om en stund.")).toHaveLength(2);
  expect(screen.queryByText("Bilden har inte kommit fram.")).toBeNull();
});

// Spec rules §8: No photo is
test("a photo opens over the whole width under its own name, and at its own size when it is pressed", () => {
  const taken = { taken_at: CASE.issued_at, address: "/skylt.jpg" };
  draw({
    photos: [
      { ...taken, category: "car", address: null },
      { ...taken, category: "sign" },
    ],
  });
  fireEvent.click(screen.getByRole("button", { name: /^Visa bild: Skylten/ }));
  const photo = screen.getByRole<HTMLImageElement>("img", { name: /^Skylten, 2026/ });
  expect(screen.getByRole("dialog").textContent).toContain(photo.alt);
  expect(photo.className).toContain("size-full");
  fireEvent.click(photo);
  expect(photo.style.maxWidth).toBe("none");
  expect(screen.getByRole("button", { name: "Full storlek" }).getAttribute("aria-pressed")).toBe("true");
  press("Full storlek");
  expect(photo.style.maxWidth).toBe("");
});

// Spec 4 §5: Driver, Swedish with
test("the reference stands below the amount, then the ways out, then why, then how to pay; an account is printed once", async () => {
  const text = draw({ payment_methods: [BANKGIRO] });
  await screen.findByRole("button", { name: "Bestrid" });
  const order = ["700 kr", "Referens", "Betala", "Bestrid", "Parkerat på gångbana", "Så betalar du", "5050-1055"];
  const places = order.map((word) => document.body.textContent.replaceAll("\u00a0", " ").indexOf(word));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(text.split("5050-1055")).toHaveLength(2);
  const how = screen.getByRole("region", { name: "Så betalar du" });
  expect(within(how).getByRole("button", { name: "Kopiera Belopp 700,00" })).toBeTruthy();
});

// Spec 4 §5: Driver, Swedish with
test.each([
  ["Swish and a bankgiro", [SWISH, BANKGIRO], ["QR-kod för Swish", "QR-kod för betalning"]],
  ["Swish alone", [SWISH], ["QR-kod för Swish"]],
  ["a bankgiro alone", [BANKGIRO], ["QR-kod för betalning"]],
  ["an account alone", [{ kind: "account", value: "8327-9", text: "" }], []],
] as const)("Betala opens what a phone can fill in, each once: %s", async (_what, methods, codes) => {
  draw({ payment_methods: [...methods] });
  fireEvent.click(screen.getByRole("button", { name: "Betala" }));
  const sheet = within(await screen.findByRole("dialog", { name: /^Betala 700\skr$/ }));
  expect(sheet.queryAllByRole("img").map((image) => image.getAttribute("aria-label"))).toEqual(codes);
  const link = sheet.queryByRole<HTMLAnchorElement>("link", { name: "Öppna Swish" })?.href;
  expect(link?.startsWith("https://app.swish.nu/1/p/sw/?sw=1231231231&amt=700.00&cur=SEK&msg=12345678")).toBe(
    codes.some((code) => code.endsWith("Swish")) ? true : undefined,
  );
  fireEvent.click(sheet.getByRole("button", { name: "Stäng" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

// Spec 4 §5: Driver, Swedish with
test("an English page names a listed violation in English, and leaves a site's own words in Swedish", () => {
  const overtime = draw({ violation_code: "02", violation_text: "Parkerat längre än tillåten tid" }, "en");
  expect(overtime).toContain("02 Parked longer than the time allowed");
  cleanup();
  draw({}, "en");
  expect(screen.getByText("Parkerat på gångbana").lang).toBe("sv");
});

// Spec 4 §5: Driver, Swedish with
// Spec 4 §4: object_to_case(public_key, objection_id, name,
test("the hint of the address field says where the decision is read, and that it may be mailed", async () => {
  draw({});
  fireEvent.click(await screen.findByRole("button", { name: "Bestrid" }));
  const hint = document.getElementById(screen.getByLabelText("E-post").getAttribute("aria-describedby") ?? "");
  expect(hint?.textContent).toMatch(
    /på den här enheten, eller på adressen som du får.*skicka e-post kommer det också med e-post/,
  );
});

// Spec rules §8: An open page
test("an open page of an erased case stops asking, because each request would count as a guess", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: string | URL) => {
    const { pathname } = new URL(input, "http://localhost");
    if (pathname === "/config.json") return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" });
    asked.push(pathname.slice(pathname.lastIndexOf("/") + 1));
    return Response.json(asked.length === 1 ? { ...CASE, outcome: "found" } : { outcome: "none" });
  });
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <CaseOfKey publicKey={CASE.public_key} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  await waitFor(() => expect(asked).toEqual(["public-case", "case_by_key"]));
  for (let minute = 0; minute < 60; minute += 1) await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual(["public-case", "case_by_key", "public-case"]);
  expect(screen.getByText("Inget ärende med de uppgifterna.")).toBeTruthy();
});

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

// Spec 4 §5: Driver, Swedish with
// Spec 4 §4: object_to_case(public_key, objection_id, name,
test("a cancelled objection keeps its text, and the focus follows the page", async () => {
  draw({});
  await screen.findByRole("button", { name: "Bestrid" });
  press("Bestrid");
  expect(document.activeElement).toBe(screen.getByLabelText("Namn"));
  type("Namn", "Åsa Berg");
  type("Varför är boten fel?", "Skylten var täckt av snö.");
  press("Avbryt");
  expect(screen.queryByLabelText("Namn")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Bestrid" }));
  press("Bestrid");
  expect(screen.getByLabelText<HTMLInputElement>("Namn").value).toBe("Åsa Berg");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Varför är boten fel?").value).toBe("Skylten var täckt av snö.");
});

// Spec 4 §5: Driver, Swedish with
test("after a decision, another objection is offered with a quieter button", async () => {
  const looks = [];
  for (const objection of [null, "decided"] as const) {
    draw({ objection });
    // oxlint-disable-next-line no-await-in-loop
    looks.push((await screen.findByRole("button", { name: "Bestrid" })).className.includes("border-line-strong"));
    cleanup();
  }
  expect(looks).toEqual([true, false]);
});

const REPLY_KEY = "RRRRRRRRRRRRRRRRRRRRRR";

/** A server with the case, whose objection REPLY_KEY opens; returns its state, which tests change. */
function serveCase() {
  const held: { isErased: boolean; reply: WholeDriverCase["reply"]; lang: unknown } = {
    isErased: false,
    reply: null,
    lang: undefined,
  };
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input instanceof Request ? input : new URL(input, "http://localhost"), init);
    const { pathname } = new URL(request.url);
    if (pathname === "/config.json") return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" });
    const asked = (await request.json()) as Record<string, unknown>;
    if (held.isErased) return Response.json({ outcome: "none" });
    if (pathname.endsWith("object_to_case")) {
      const reply = { is_supplement: false, received_at: CASE.issued_at, decision: null, decided_at: null, photos: [] };
      held.lang = asked["lang"];
      held.reply = { ...reply, text: String(asked["text"]) };
      return Response.json({ outcome: "recorded", reply_key: REPLY_KEY });
    }
    const status = held.reply === null ? "issued" : "disputed";
    const reply = asked["reply_key"] === REPLY_KEY ? held.reply : null;
    return Response.json({ ...CASE, status, reply, outcome: "found" });
  });
  return held;
}

function openPage(hash = "") {
  cleanup();
  render(
    <MemoryRouter initialEntries={[`/case/${CASE.public_key}${hash}`]}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <CaseOfKey publicKey={CASE.public_key} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

// Spec 4 §5: Driver, Swedish with
// Spec 4 §4: object_to_case(public_key, objection_id, name,
test("the device that objected shows the decision without the address, until the case is gone", async () => {
  const held = serveCase();
  openPage();
  fireEvent.click(await screen.findByRole("button", { name: "Bestrid" }));
  type("Namn", "Åsa Berg");
  type("Varför är boten fel?", "Skylten var täckt av snö.");
  press("Skicka bestridandet");
  const sent = await screen.findByRole("region", { name: "Bestridandet är mottaget" });
  expect(sent.textContent).toContain("På den här enheten räcker botens QR-kod.");
  const answer = await screen.findByRole("region", { name: "Ditt bestridande" });
  expect(sent.compareDocumentPosition(answer)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

  if (held.reply !== null) held.reply = { ...held.reply, decision: "rejected", reply: "Skylten syns på bilden." };
  openPage();
  expect((await screen.findByRole("region", { name: "Ditt bestridande" })).textContent).toContain(
    "Skylten syns på bilden.",
  );
  expect(document.title + window.location.href).not.toContain(REPLY_KEY);

  held.isErased = true;
  openPage();
  await screen.findByText("Inget ärende med de uppgifterna.");
  expect(localStorage).toHaveLength(0);
});

const COURT = {
  sv: "Är du inte nöjd kan du begära prövning i tingsrätten.",
  en: "If you are not satisfied, you can ask the district court to try the case.",
} as const;

test.each(["sv", "en"] as const)("a rejection says once where to go on, in the page's language: %s", (lang) => {
  const shown = (decision: "accepted" | "rejected", answer: string) => {
    const reply = { is_supplement: false, received_at: CASE.issued_at, decided_at: CASE.issued_at, photos: [] };
    cleanup();
    return (
      draw({ objection: "decided", reply: { ...reply, decision, reply: answer } }, lang).split(COURT[lang]).length - 1
    );
  };
  expect(shown("rejected", "Skylten syns på bilden.")).toBe(1);
  // The office's templates end with this sentence in Swedish, which a reader of English may not understand.
  expect(shown("rejected", `Skylten syns på bilden.\n\n${COURT.sv}`)).toBe(1);
  expect(shown("accepted", "Skylten var täckt av snö.")).toBe(0);
});

// Spec 4 §5: Driver, Swedish with
test("an objection from the English page says so", async () => {
  const held = serveCase();
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <LanguageContext value="en">
          <CaseOfKey publicKey={CASE.public_key} />
        </LanguageContext>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Object" }));
  type("Name", "Åsa Berg");
  type("Why is the fine wrong?", "The sign was covered with snow.");
  press("Send the objection");
  await waitFor(() => expect(held.reply).not.toBeNull());
  expect(held.lang).toBe("en");
});

// Spec 4 §5: Driver, Swedish with
// Spec 4 §4: object_to_case(public_key, objection_id, name,
test("a stored key that opens nothing any more is deleted", async () => {
  serveCase();
  keepReplyKey(CASE.public_key, REPLY_KEY);
  openPage();
  await screen.findByRole("button", { name: "Bestrid" });
  expect(replyKeyOf(CASE.public_key)).toBe("");
});

// Spec 4 §5: Driver, Swedish with
// Spec 4 §4: object_to_case(public_key, objection_id, name,
test("a device stores the keys of its latest twenty cases, each for a year at most", () => {
  vi.useFakeTimers();
  for (let n = 1; n <= 25; n += 1) keepReplyKey(`case ${n}`, `key ${n}`);
  expect(["case 5", "case 6", "case 25"].map(replyKeyOf)).toEqual(["", "key 6", "key 25"]);
  forgetReplyKey("case 25");
  expect(["case 24", "case 25"].map(replyKeyOf)).toEqual(["key 24", ""]);
  vi.setSystemTime(Date.now() + 366 * 24 * 3_600_000);
  expect(replyKeyOf("case 24")).toBe("");
});

// Spec 4 §5: Driver, Swedish with
// Spec 4 §4: object_to_case(public_key, objection_id, name,
test.each(["{", `{"key":1}`, "[null,1]"])("kept keys that are none open nothing: %s", (kept) => {
  localStorage.setItem("parkering.reply-keys", kept);
  expect(replyKeyOf("case 1")).toBe("");
});

test("a damaged reply link says so, and the skip link is none", async () => {
  serveCase();
  openPage("#main");
  await screen.findByRole("button", { name: "Bestrid" });
  expect(screen.queryByRole("alert")).toBeNull();
  openPage(`#${REPLY_KEY.slice(0, 9)}`);
  expect((await screen.findByRole("alert")).textContent).toContain("Länken till svaret är inte hel.");
});

// Spec rules §8: A driver leaves
test("money that is owed shows the form for an account, and an account that was left its last digits", async () => {
  draw({ status: "paid", paid_ore: 100_000, left_ore: -30_000 });
  const form = await screen.findByRole("region", { name: /^Få tillbaka 300\skr$/ });
  fireEvent.click(within(form).getByRole("button", { name: "Lämna uppgifterna" }));
  expect(within(form).getByRole("alert").textContent).toBe("Fyll i alla fält");
  fireEvent.change(within(form).getByLabelText("Hur vill du ha pengarna?"), { target: { value: "swish" } });
  expect(within(form).queryByLabelText("Clearingnummer")).toBeNull();
  expect(within(form).getByLabelText("Mobilnummer")).toBeTruthy();
  cleanup();
  draw({ status: "paid", left_ore: -30_000, refund: { kind: "account", tail: "789", step: "proposed", day: null } });
  expect((await screen.findByText(/Kontot som slutar på 789 är lämnat/)).textContent).toContain("är på väg");
  expect(screen.queryByRole("button", { name: "Ändra" })).toBeNull();
});

test("a case that owes nothing asks for no account", () => {
  draw({ status: "paid", left_ore: 0, refund: null });
  expect(screen.queryByRole("region", { name: /Få tillbaka/ })).toBeNull();
});
