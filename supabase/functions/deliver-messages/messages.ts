// A copy of contract/messages.ts, which lies outside of what the Supabase CLI takes; tests/backend/products/message-delivery.test.ts keeps them alike.
/** Texts of messages: the server sends them, and the screen shows them before anything is switched on (docs/messages.md). */
const AMBULANCE_PATH = "ASE";
const DISPATCH_PROJECT = "721075";
const REAL_ESTATE_PATH = "YSTAD";

/** Events that a receiver can be told of. */
export const MESSAGE_EVENTS = [
  "fine_issued",
  "objection",
  "shift_waits",
  "unit_status",
  "call_received",
  "alarm_raised",
  "bid_withdrawn",
  "property_sold",
  "viewing_changed",
  "shift_changed",
  "shift_absence",
  "shift_asked",
  "shift_offered",
  "certificate_expires",
  "vehicle_out_of_service",
] as const;
export type MessageEvent = (typeof MESSAGE_EVENTS)[number];

export type MessageChannel = "mail" | "discord";

/** Facts of a message, as the database put them down; a plate or a name is in them only where the receiver asked for it. */
export type MessageFacts = Readonly<Record<string, string | number | boolean | null>>;

/** Addresses of Discord's webhooks, as the database asks too (private.hook_addresses). */
export const WEBHOOK_ADDRESS =
  /^https:\/\/(discord|discordapp|ptb\.discord|canary\.discord)\.com\/api\/webhooks\/\d{5,25}\/[\w-]{10,200}$/;

/** Surroundings of a message: the company's zone, and the address of the screens, null where nobody has set it. */
export type MessagePlace = { timeZone: string; publicUrl: string | null };

/** Further facts that a receiver may ask for, each ticked by the admin. */
export type MessageTicks = { with_plate: boolean; with_name: boolean };

/** The events of a place: those of units and calls belong to the dispatch centre, those of sales to real estate, those of planned shifts to the ambulance, the others to sites with parkings. */
export function eventsOf(project: string): readonly MessageEvent[] {
  if (project === DISPATCH_PROJECT) return ["unit_status", "call_received", "alarm_raised"];
  if (project === REAL_ESTATE_PATH) return ["bid_withdrawn", "property_sold", "viewing_changed"];
  if (project === AMBULANCE_PATH)
    return [
      "shift_changed",
      "shift_absence",
      "shift_asked",
      "shift_offered",
      "certificate_expires",
      "vehicle_out_of_service",
    ];
  return ["fine_issued", "objection", "shift_waits"];
}

/** Whether a place's messages are English. */
export const isEnglish = (project: string): boolean =>
  [DISPATCH_PROJECT, REAL_ESTATE_PATH, AMBULANCE_PATH].includes(project);

const PLANNED = {
  starts_at: "2026-11-21T06:00:00Z",
  ends_at: "2026-11-21T14:00:00Z",
  position: "Paramedic",
  station: "Ystad",
  name: "ASE-001",
};

/** Facts of the examples. */
const EXAMPLES: Readonly<Record<MessageEvent, MessageFacts>> = {
  fine_issued: {
    case_number: "12345674",
    street: "Storgatan 1",
    violation: "Parkerat längre än tillåten tid",
    amount: 700,
    plate: "ABC 123",
    name: "vakt01",
  },
  objection: { case_number: "12345674", is_more: false, plate: "ABC 123", name: "Åsa Berg" },
  shift_waits: { start_time: "2026-11-21T07:00:00Z", end_time: "2026-11-21T15:00:00Z", name: "vakt01" },
  unit_status: { unit_number: "31-1010", status: "AVAILABLE", operational_status: "ACTIVE" },
  call_received: { call_number: "2026-0142", priority: 1, place: "Storgatan 4", nature: "Brand" },
  alarm_raised: { unit_number: "31-1010", place: "Storgatan 4" },
  bid_withdrawn: { title: "Strandvillan", bidder: "Bidder 2", amount: 4_150_000 },
  property_sold: { title: "Strandvillan" },
  viewing_changed: { title: "Strandvillan", starts_at: "2026-11-21T12:00:00Z", is_cancelled: false },
  shift_changed: { ...PLANNED, count: 1, is_cancelled: false },
  shift_absence: PLANNED,
  shift_asked: PLANNED,
  shift_offered: { ...PLANNED, state: "open" },
  certificate_expires: { count: 1, name: "ASE-001" },
  vehicle_out_of_service: { vehicle: "7411", fault: "Brakes", name: "ASE-001" },
};

/** Sentences of each message, around the typed texts. Lines without a fact are left out. */
const WORDS: Readonly<Record<MessageEvent, (facts: Text, zone: string) => (string | false)[]>> = {
  fine_issued: (text) => [
    `Ny bot: ärende ${text("case_number")}`,
    [text("street"), text("violation"), `${text("amount")} kr`].filter((part) => part !== "").join(" · "),
    text("plate") !== "" && `Registreringsnummer: ${text("plate")}`,
    text("name") !== "" && `Utfärdad av: ${text("name")}`,
  ],
  objection: (text) => [
    text("is_more") === "true"
      ? `Bestridandet i ärende ${text("case_number")} har kompletterats`
      : `Ärende ${text("case_number")} har bestridits`,
    text("plate") !== "" && `Registreringsnummer: ${text("plate")}`,
    text("name") !== "" && `Från: ${text("name")}`,
  ],
  shift_waits: (text, zone) => [
    "Ett skift väntar på granskning",
    spanOf(text("start_time"), text("end_time"), zone),
    text("name") !== "" && `Vakt: ${text("name")}`,
  ],
  unit_status: (text) => [`Unit ${text("unit_number")}: ${text("status")}, ${text("operational_status")}`],
  call_received: (text) => [
    `Call ${text("call_number")}, priority ${text("priority")}`,
    [text("place"), text("nature")].filter((part) => part !== "").join(" · "),
  ],
  alarm_raised: (text) => [`ALARM ${text("unit_number")}`, text("place")],
  bid_withdrawn: (text) => [
    `${text("title")}: a bid was withdrawn`,
    [text("bidder"), `${text("amount")} kr`].filter((part) => part !== "").join(" · "),
  ],
  property_sold: (text) => [`${text("title")} is sold`],
  viewing_changed: (text, zone) => [
    `${text("title")}: viewing ${text("is_cancelled") === "true" ? "cancelled" : "set"}`,
    spanOf(text("starts_at"), text("starts_at"), zone).slice(0, 16),
  ],
  shift_changed: (text, zone) =>
    Number(text("count")) > 1
      ? [`${text("count")} planned shifts have changed`]
      : [
          text("is_cancelled") === "true" ? "A planned shift is cancelled" : "A planned shift has changed",
          ...planned(text, zone),
        ],
  shift_absence: (text, zone) => ["Somebody cannot come: a place is open", ...planned(text, zone)],
  shift_asked: (text, zone) => ["Somebody is asked to take a shift", ...planned(text, zone)],
  shift_offered: (text, zone) => [
    text("state") === "lapsed" ? "A shift is offered no more" : "A shift is offered",
    ...planned(text, zone),
  ],
  certificate_expires: (text) => [
    Number(text("count")) > 1 ? `${text("count")} certificates expire soon` : "A certificate expires soon",
    text("name") !== "" && `Employee: ${text("name")}`,
  ],
  vehicle_out_of_service: (text) => [
    `${text("vehicle")} is out of service`,
    text("fault"),
    text("name") !== "" && `Employee: ${text("name")}`,
  ],
};

/** The lines about a planned shift: its times, where and what, and whom the message is about. */
const planned = (text: Text, zone: string): (string | false)[] => [
  spanOf(text("starts_at"), text("ends_at"), zone),
  [text("position"), text("station")].filter((part) => part !== "").join(" · "),
  text("name") !== "" && `Employee: ${text("name")}`,
];

type Text = (name: string) => string;

const isEvent = (event: string): event is MessageEvent => (MESSAGE_EVENTS as readonly string[]).includes(event);

/** A typed text as a single line: a newline in it would begin a line, or a head, of its own. */
const oneLine = (value: string): string => value.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]+/gu, " ").trim();

function spanOf(start: string, end: string, zone: string): string {
  const day = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone: zone });
  const time = new Intl.DateTimeFormat("sv-SE", { timeStyle: "short", timeZone: zone });
  const isOneDay = day.format(new Date(start)).slice(0, 10) === day.format(new Date(end)).slice(0, 10);
  return `${day.format(new Date(start))}–${(isOneDay ? time : day).format(new Date(end))}`;
}

/** The page of a case for its office. Empty for a message without a case, and where nobody has set the address of the screens. */
function addressOf({ project, case_number: number }: MessageFacts, publicUrl: string | null): string {
  if (publicUrl === null || typeof project !== "string" || typeof number !== "string") return "";
  return `${publicUrl}/${encodeURIComponent(project)}/cases/${encodeURIComponent(number)}`;
}

/**
 * The text of a message, a line for each fact, and last the address of its case. `ticks` are those of the moment of sending, so that a fact
 * which was ticked off since is not sent. `write` escapes typed texts for the receiver's program.
 */
export function messageText(
  event: MessageEvent,
  facts: MessageFacts,
  ticks: MessageTicks,
  { timeZone, publicUrl }: MessagePlace,
  write: (typed: string) => string = (typed) => typed,
): string {
  const kept: MessageFacts = {
    ...facts,
    plate: ticks.with_plate ? (facts["plate"] ?? null) : null,
    name: ticks.with_name ? (facts["name"] ?? null) : null,
  };
  const typed = new Set([
    "street",
    "violation",
    "plate",
    "name",
    "unit_number",
    "place",
    "nature",
    "title",
    "bidder",
    "position",
    "station",
  ]);
  const text = (name: string) => {
    const line = oneLine(String(kept[name] ?? ""));
    return typed.has(name) ? write(line) : line;
  };
  return [...WORDS[event](text, timeZone), addressOf(facts, publicUrl)]
    .filter((line) => line !== false && line !== "")
    .join("\n");
}

/** An example of a site's message, with the facts that are ticked. */
export const exampleText = (project: string, event: MessageEvent, ticks: MessageTicks, place: MessagePlace): string =>
  messageText(event, { ...EXAMPLES[event], project }, ticks, place);

/** The text of `Skicka prov`: a heading, and an example of each message that the receiver would get. */
export function testText(project: string, events: readonly string[], ticks: MessageTicks, place: MessagePlace): string {
  const site = oneLine(project);
  const head = isEnglish(project)
    ? `Test from ${site}. This is what messages look like:`
    : `Prov från ${site}. Så här ser meddelandena ut:`;
  return [
    head,
    ...eventsOf(project)
      .filter((event) => events.includes(event))
      .map((event) => exampleText(project, event, ticks, place)),
  ].join("\n\n");
}

/** The text of a message row, for an event or for a test. Null for any other row. */
export function textOf(
  row: { event: string; facts: MessageFacts },
  receiver: MessageTicks & { events: readonly string[] },
  place: MessagePlace,
  write?: (typed: string) => string,
): string | null {
  if (row.event === "test") return testText(String(row.facts["project"] ?? ""), receiver.events, receiver, place);
  return isEvent(row.event) ? messageText(row.event, row.facts, receiver, place, write) : null;
}
