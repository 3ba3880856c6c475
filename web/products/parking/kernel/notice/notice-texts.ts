import type { NoticeGap } from "#contract/cases.ts";
import { sharedTexts } from "#shared/texts.ts";
import { violationNames } from "../case/violation-names.ts";

/** Texts of the notice of a fine or a report, letter for letter (document 1 §5, decisions §5). */
export const noticeTexts = {
  fields: {
    caseNumber: "Ärendenummer",
    issuedBy: "Utfärdad av",
    amount: "Belopp (kr)",
    violation: "Överträdelse",
    customViolation: "Egen överträdelse",
    notes: "Anteckningar",
    dueDate: "Förfallodatum",
    observedTime: "Observerad från",
    observedReason: "Varför tidigare",
    regNumber: "Registreringsnummer",
    carModel: "Bilmodell",
    carColor: "Färg",
    street: "Gata",
    discordUsername: "Discord-användarnamn",
    currentDate: "Datum",
    currentTime: "Tid",
  },
  violations: violationNames.sv,
  /** The missing parts of the notice, shown before the form is filled in. */
  gaps: {
    refused: "Här kan ingen bot utfärdas än.",
    missing: (gaps: string) => `På avin saknas: ${gaps}.`,
    where: "En administratör fyller i det under Inställningar.",
    /** A hint on the page `Inställningar`, about a part that is set elsewhere. */
    atServer: "Webbadressen ställs in på servern.",
    names: sharedTexts.noticeGaps satisfies Record<NoticeGap, string>,
  },
} as const;

/** The texts that differ between the two kinds of document. */
export type DocumentTexts = {
  pageTitle: string;
  pageDescription: string;
  /** The form's name for screen readers. */
  form: string;
  title: string;
  copiedToast: string;
  savedToast: string;
  sharedToast: string;
  generatedToast: string;
  issuedAt: string;
  closing: readonly string[];
};

export const ticketTexts: DocumentTexts = {
  pageTitle: "Skapa parkeringsbot",
  pageDescription: "Fyll i uppgifterna. Förhandsvisningen visar boten så som den blir på bilden.",
  form: "Parkeringsbot",
  title: "Parkeringsbot",
  copiedToast: "Parkeringsbot kopierad till urklipp",
  savedToast: "Parkeringsbot sparad som bild",
  sharedToast: "Parkeringsbot delad",
  generatedToast: "Parkeringsbot har genererats",
  issuedAt: "Utfärdad",
  closing: [
    "Beloppet ska vara betalt senast på förfallodagen. Ange ärendenumret när du betalar.",
    "Anser du att boten är felaktig? Hör av dig till den som har utfärdat den före förfallodagen och ange ärendenumret.",
  ],
};

export const reportTexts: DocumentTexts = {
  pageTitle: "Skapa rapport",
  pageDescription: "Skriv en egen rapport. Förhandsvisningen visar den så som den blir på bilden.",
  form: "Rapport",
  title: "Rapport",
  copiedToast: "Rapport kopierad till urklipp",
  savedToast: "Rapport sparad som bild",
  sharedToast: "Rapport delad",
  generatedToast: "Rapport har genererats",
  issuedAt: "Datum och tid",
  closing: ["Ange ärendenumret vid betalning och vid frågor om ärendet."],
};

/** The texts on the document itself. */
export const documentTexts = {
  regNumber: "Registreringsnummer",
  parked: "Registrerad parkering",
  toPay: "Att betala",
  payBy: "Betala senast",
  span: (from: string, to: string) => `${from} – ${to}`,
  draft: "UTKAST",
  report: "RAPPORT",
  scan: "Skanna för att se ärendet, betala eller bestrida",
  lines: {
    observed: "Observerad",
    violationCode: "Överträdelsekod",
    issuer: "Utfärdare",
    principal: "På uppdrag av",
    vat: "Moms",
    vatIncluded: (percent: number) => `${percent} % ingår`,
    methods: { bankgiro: "Bankgiro", plusgiro: "Plusgiro", swish: "Swish", account: "Konto" },
    object: "Bestrida",
    objectAt: (address: string) => `Före betalning, på ${address}`,
    unpaid: "Obetald",
    unpaidMore: "Påminnelse skickas, därefter kan skulden lämnas till inkasso",
    unpaidWithFee: (fee: string) =>
      `Påminnelse skickas med en avgift på ${fee}, därefter kan skulden lämnas till inkasso`,
    delivery: "Lämnad",
    deliveries: {
      fixed: "Fäst på bilen",
      handed: "Överlämnad till föraren",
      not_delivered: "Inte lämnad: bilen körde iväg",
    },
    privacy: "Personuppgifter",
    responsible: (issuer: string) => `Ansvarig: ${issuer}`,
  },
} as const;
