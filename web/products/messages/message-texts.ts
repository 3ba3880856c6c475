/** Texts of the screen of outgoing messages, in our own words: Swedish for sites, English for the dispatch centre (docs/messages.md). */
import type { MessageEvent } from "#contract/messages.ts";
import type { Language } from "#shared/ui/language.ts";

type Words = typeof sv;

const sv = {
  title: "Utskick",
  required: "Logga in för att se utskicken.",

  receivers: {
    title: "Mottagare",
    hint: "Vart platsens meddelanden går. En ny mottagare får inget förrän den slås på.",
    none: "Ingen får några meddelanden än.",
    loadFailed: "Kunde inte hämta mottagarna",
    discord: (address: string) => `Discord: ${address}`,
    mail: (address: string) => (address === "" ? "E-post: platsen har ingen adress" : `E-post till ${address}`),
    on: "På",
    off: "Av",
    events: "Berätta när",
    ticks: "Ta med",
    plate: "Registreringsnummer",
    name: "Namn och ID",
    preview: "Så här lyder provet, och så ser meddelandena ut:",
    noMail: "Servern är inte inställd för e-post, så inget går med e-post.",
    test: "Skicka prov",
    testSent: "Provet skickas",
    testFailed: "Kunde inte skicka provet",
    switchOn: "Slå på",
    switchOff: "Stäng av",
    switchedOn: "Mottagaren är påslagen",
    switchedOff: "Mottagaren är avstängd",
    saved: "Sparat",
    changeFailed: "Kunde inte spara",
    gone: "Mottagaren är redan borttagen.",
    remove: "Ta bort",
    removeTitle: (name: string) => `Ta bort ${name}?`,
    removeText: "Det som väntar på att skickas dit försvinner också.",
    removed: "Mottagaren är borttagen",
    removeFailed: "Kunde inte ta bort mottagaren",
  },

  add: {
    title: "Lägg till en mottagare",
    address: "Adress till en webhook på Discord",
    hint: "I Discord: kanalens inställningar, Integrationer, Webhooks, Kopiera URL. Adressen visas inte igen.",
    missing: "Fyll i adressen",
    wrong: "Det är ingen adress till en webhook på Discord.",
    button: "Lägg till",
    mail: "Lägg till platsens e-post",
    done: "Mottagaren är tillagd. Den är avstängd tills du slår på den.",
    failed: "Kunde inte lägga till mottagaren",
  },

  failed: {
    title: "Kunde inte skickas",
    hint: "Meddelanden som servern har gett upp. De tas bort efter 30 dagar.",
    none: "Allt har kommit fram.",
    loadFailed: "Kunde inte hämta meddelandena",
    again: "Skicka igen",
    againNamed: (what: string) => `Skicka igen: ${what}`,
    sending: "Meddelandet skickas igen",
    againFailed: "Kunde inte skicka igen",
  },

  waiting: {
    title: "Väntar",
    hint: "Meddelanden som är på väg, och sådana som servern försöker med igen.",
    none: "Inget väntar.",
    loadFailed: "Kunde inte hämta meddelandena",
    next: (when: string) => `Nästa försök ${when}`,
    attempts: (count: number) => (count === 1 ? "1 försök" : `${count} försök`),
  },

  made: (when: string) => `Skapat ${when}`,
  driver: "E-post till den som bestred",
  removedReceiver: "Borttagen mottagare",
  inCase: (event: string, number: string) => `${event}, ärende ${number}`,

  events: {
    fine_issued: "En bot utfärdas",
    objection: "En bot bestrids",
    shift_waits: "Ett skift väntar",
    unit_status: "En enhet byter status",
    call_received: "Ett larmsamtal tas emot",
    alarm_raised: "En enhet larmar",
    bid_withdrawn: "Ett bud dras tillbaka",
    property_sold: "En bostad är såld",
    viewing_changed: "En visning ändras",
    decision: "Beslut om bestridande",
    test: "Prov",
  } satisfies Record<MessageEvent | "decision" | "test", string>,

  why: {
    off: "mottagaren är avstängd",
    address: "det finns ingen adress att skicka till",
    gone: "webhooken finns inte längre",
    busy: "Discord tar inte emot så många meddelanden på en gång",
    timeout: "mottagarens server svarade inte i tid",
    network: (code: string) => `mottagarens server gick inte att nå (${code})`,
    refused: (code: string) => `mottagarens server tog inte emot det (${code})`,
  },
};

const en: Words = {
  title: "Messages",
  required: "Log in to see the messages.",

  receivers: {
    title: "Receivers",
    hint: "Where messages go. A new receiver is told nothing before it is switched on.",
    none: "Nobody is told anything yet.",
    loadFailed: "Failed to fetch the receivers",
    discord: (address) => `Discord: ${address}`,
    mail: (address) => (address === "" ? "E-mail: there is no address" : `E-mail to ${address}`),
    on: "On",
    off: "Off",
    events: "Tell when",
    ticks: "Include",
    plate: "Plate",
    name: "Names and IDs",
    preview: "This is the test, and what messages look like:",
    noMail: "The server is not set up for e-mail, so nothing goes by e-mail.",
    test: "Send test",
    testSent: "The test is being sent",
    testFailed: "Failed to send the test",
    switchOn: "Switch on",
    switchOff: "Switch off",
    switchedOn: "The receiver is on",
    switchedOff: "The receiver is off",
    saved: "Saved",
    changeFailed: "Failed to save",
    gone: "The receiver has been removed already.",
    remove: "Remove",
    removeTitle: (name) => `Remove ${name}?`,
    removeText: "What waits to be sent there goes too.",
    removed: "The receiver is removed",
    removeFailed: "Failed to remove the receiver",
  },

  add: {
    title: "Add a receiver",
    address: "Address of a Discord webhook",
    hint: "In Discord: the channel's settings, Integrations, Webhooks, Copy URL. The address is not shown again.",
    missing: "Fill in the address",
    wrong: "This is no address of a Discord webhook.",
    button: "Add",
    mail: "Add the e-mail address",
    done: "The receiver is added. It is off until you switch it on.",
    failed: "Failed to add the receiver",
  },

  failed: {
    title: "Could not be sent",
    hint: "Messages that the server has given up. They are removed after 30 days.",
    none: "Everything has arrived.",
    loadFailed: "Failed to fetch the messages",
    again: "Send again",
    againNamed: (what) => `Send again: ${what}`,
    sending: "The message is being sent again",
    againFailed: "Failed to send again",
  },

  waiting: {
    title: "Waiting",
    hint: "Messages on their way, and those that the server tries again.",
    none: "Nothing waits.",
    loadFailed: "Failed to fetch the messages",
    next: (when) => `Next attempt ${when}`,
    attempts: (count) => (count === 1 ? "1 attempt" : `${count} attempts`),
  },

  made: (when) => `Made ${when}`,
  driver: "E-mail to who objected",
  removedReceiver: "Removed receiver",
  inCase: (event, number) => `${event}, case ${number}`,

  events: {
    fine_issued: "A fine is issued",
    objection: "A fine is objected to",
    shift_waits: "A shift waits",
    unit_status: "A unit changes its status",
    call_received: "A call is received",
    alarm_raised: "A unit raises an alarm",
    bid_withdrawn: "A bid is withdrawn",
    property_sold: "A contract is signed",
    viewing_changed: "A viewing is set or cancelled",
    decision: "Decision on an objection",
    test: "Test",
  },

  why: {
    off: "the receiver is off",
    address: "there is no address to send to",
    gone: "the webhook is gone",
    busy: "Discord does not take so many messages at once",
    timeout: "the receiver's server did not answer in time",
    network: (code) => `the receiver's server could not be reached (${code})`,
    refused: (code) => `the receiver's server did not take it (${code})`,
  },
};

export const messageTexts: Record<Language, Words> = { sv, en };
export type MessageWords = Words;
