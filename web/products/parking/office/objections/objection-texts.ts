/** Texts of the desk of objections: document 4 §5 (`Bestridna`), and our own words between its names. */
import type { QueueOwner } from "#data/objections/queue.ts";
import type { ReplyKind } from "#data/reply_templates/queries.ts";
import type { Language } from "#shared/ui/language.ts";

export const objectionTexts = {
  queue: {
    title: "Bestridna",
    description: "Bestridanden som väntar på beslut, det äldsta först.",
    label: "Bestridanden som väntar",
    whose: "Vems bestridanden",
    owners: { all: "Alla", mine: "Mina", none: "Ingen" } satisfies Record<QueueOwner, string>,
    none: {
      all: "Inget bestridande väntar på beslut.",
      mine: "Du har inget bestridande som väntar.",
      none: "Inget bestridande väntar på att någon tar det.",
    } satisfies Record<QueueOwner, string>,
    loadFailed: "Kunde inte hämta bestridanden",
    takeNext: "Ta nästa",
    head: { plate: "Fordon", number: "Nummer", waited: "Väntan", holder: "Vem har det" },
    ground: "Grund",
    from: "Från",
    received: "Kom in",
    nobody: "Ingen har det",
    mine: "Du har det",
    other: (id: string) => `${id} har det`,
    own: "Din egen bot",
  },

  age: {
    today: "Kom in i dag",
    yesterday: "Kom in i går",
    days: (count: number) => `Har väntat i ${count} dagar`,
  },

  desk: {
    title: (caseNumber: string) => `Bestridande ${caseNumber}`,
    loading: "Hämtar bestridandet …",
    loadFailed: "Kunde inte hämta bestridandet",
    missing: "Ärendet finns inte.",
    notDisputed: "Ärendet är inte bestritt.",
    toCase: "Till ärendet",
    next: "Nästa",
    own: "Du har själv utfärdat boten. Någon annan får avgöra bestridandet.",
    passed: (count: number) =>
      count === 1
        ? "Ett bestridande av en bot som du själv har utfärdat är överhoppat."
        : `${count} bestridanden av böter som du själv har utfärdat är överhoppade.`,
    objection: "Bestridande",
    evidence: "Bevis",
    snapshot: "Boten och parkeringen",
    name: "Namn",
    email: "E-post",
    address: "Postadress",
    language: "Sidans språk",
    english: "Engelska",
    received: "Kom in",
    wroteDown: (moment: string, by: string) => `${moment}, antecknat av ${by}`,
    supplemented: "Kompletterat",
    text: "Vad som bestrids och varför",
    left: "Kvar att betala",
    paid: "Betalt",
  },

  ground: {
    choose: "Ingen grund vald",
    done: "Grunden är sparad",
    failed: "Kunde inte spara grunden",
  },

  take: {
    button: "Ta ärendet",
    done: "Du har tagit ärendet",
    failed: "Kunde inte ta ärendet",
    giveBack: "Lämna tillbaka",
    gaveBack: "Ärendet är tillbakalämnat",
    giveBackFailed: "Kunde inte lämna tillbaka ärendet",
    nextFailed: "Kunde inte hämta nästa bestridande",
    noMore: "Inga fler bestridanden väntar på dig",
  },

  decide: {
    title: "Svar och beslut",
    templates: "Mallar för svar",
    noTemplates: "Det finns inga mallar än.",
    manage: "Ändra mallar",
    reply: "Svar till föraren",
    due: "Ny förfallodag",
    accept: "Godkänn bestridande",
    reject: "Avslå bestridande",
    decision: "Beslut",
    save: "Spara",
    saveAndNext: "Spara och nästa",
    missing: "Välj ett beslut och skriv ett svar till föraren",
    gaps: (names: readonly string[]) => `Fyll i eller ta bort: ${names.join(", ")}`,
    lost: "Svaret som du har skrivit går förlorat.",
    replaceTitle: "Byta ut svaret?",
    replaceText: "Det som du har skrivit ersätts av mallen.",
    replace: "Byt ut",
    opposite: {
      accepted: {
        title: "Godkänn med det här svaret?",
        description: "Svaret började som en mall för avslag. Läs att det inte säger att boten står fast.",
        confirmText: "Godkänn ändå",
      },
      rejected: {
        title: "Avslå med det här svaret?",
        description: "Svaret började som en mall för godkännande. Läs att det inte säger att boten är makulerad.",
        confirmText: "Avslå ändå",
      },
    } satisfies Record<ReplyKind, object>,
    meanwhile: (decided: string) =>
      `Bestridandet är redan avgjort: ${decided}. Ditt svar är inte sparat, men står kvar här.`,
  },

  preview: {
    title: "Föraren läser",
    none: "Välj ett beslut, så visas det som föraren kommer att läsa.",
    due: {
      sv: (amount: string, day: string) => `${amount} ska betalas senast den ${day}.`,
      en: (amount: string, day: string) => `${amount} is to be paid by ${day}.`,
    } satisfies Record<Language, unknown>,
  },

  decided: {
    title: "Beslut",
    print: "Skriv ut svar",
    noReply: "Inget svar är skrivet.",
  },

  /** Texts about the decision's mail: its address, and its state. */
  mail: {
    willGo: (email: string) => `Beslutet skickas till ${email} när du sparar.`,
    notSetUp: "Beslutet skickas inte med e-post: e-post är inte inställd på servern.",
    noAddress: "Beslutet skickas inte med e-post: ingen e-postadress är lämnad.",
    waits: (email: string) => `Väntar på att skickas till ${email}`,
    waitsAfter: (email: string, attempts: number, next: string) =>
      `Har inte nått fram till ${email} efter ${attempts === 1 ? "ett försök" : `${attempts} försök`}. Nästa försök ${next}`,
    sent: (email: string, moment: string) => `Skickat till ${email} ${moment}`,
    gaveUp: (email: string) => `Kunde inte skickas till ${email}`,
    none: (email: string) => `Inget är skickat till ${email} de senaste 30 dagarna`,
    loadFailed: "Kunde inte hämta om beslutet är skickat",
    send: "Skicka svar",
    againTitle: "Skicka svaret igen?",
    againText: (email: string) => `Det är redan skickat till ${email}.`,
    done: "Svaret skickas",
    failed: "Kunde inte skicka svaret",
  },

  /** The letter around the office's answer, in the language of the objection. */
  letter: {
    sv: {
      caseNumber: (caseNumber: string) => `Ärende ${caseNumber}`,
      subject: { accepted: "Ditt bestridande är godkänt", rejected: "Ditt bestridande är avslaget" },
      orgNumber: (number: string) => `Org.nr ${number}`,
      due: "Betala senast",
    },
    en: {
      caseNumber: (caseNumber: string) => `Case ${caseNumber}`,
      subject: { accepted: "Your objection has been accepted", rejected: "Your objection has been rejected" },
      orgNumber: (number: string) => `Company registration number ${number}`,
      due: "Pay by",
    },
  } satisfies Record<Language, { subject: Record<ReplyKind, string>; [name: string]: unknown }>,

  /** Sentences that fill the templates. */
  sentences: {
    payNothing: "Du ska inte betala något.",
    payBack: (amount: string) => `Du ska inte betala något. ${amount} som är betalt betalas tillbaka.`,
    isPaid: "Avgiften är betald. Du ska inte betala något mer.",
    pay: (amount: string, day: string, caseNumber: string) =>
      `Du ska betala ${amount} senast den ${day}. Ange ärendenummer ${caseNumber} när du betalar.`,
  },

  templates: {
    title: "Mallar för svar",
    text: "De nio första har var sin siffra på skrivbordet.",
    loadFailed: "Kunde inte hämta mallarna",
    kinds: { accepted: "Godkännande", rejected: "Avslag" } satisfies Record<ReplyKind, string>,
    add: "Lägg till mall",
    changeShort: "Ändra",
    removeShort: "Ta bort",
    restoreShort: "Ta fram igen",
    change: (title: string) => `Ändra ${title}`,
    remove: (title: string) => `Ta bort ${title}`,
    restore: (title: string) => `Ta fram ${title} igen`,
    removed: "Borttagna mallar",
    name: "Namn",
    kind: "Beslut",
    chooseKind: "Välj beslut",
    order: "Plats i listan",
    reply: "Text",
    replyHint: (fields: string) => `Uppgifter som fylls i: ${fields}`,
    unknown: (names: readonly string[]) => `Okända uppgifter: ${names.join(", ")}`,
    wrongOrder: "Ange ett helt tal från 1 till 99",
    missing: "Fyll i namn, beslut, plats och text",
    save: "Spara",
    toList: "Till mallarna",
    done: "Mallen är sparad",
    failed: "Kunde inte spara mallen",
    changedMeanwhile: "Någon annan har ändrat mallen. Öppna den igen.",
    removeDone: "Mallen är borttagen",
    restoreDone: "Mallen är tillbaka",
  },
} as const;
