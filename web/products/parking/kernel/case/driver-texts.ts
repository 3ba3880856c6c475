/**
 * Texts of the driver's pages, in plain Swedish and English (document 4 §5). Words quoted from the specification are in the Swedish part.
 */
import type { CaseStatus, PhotoCategory } from "#contract/cases.ts";
import { lookUpTexts } from "#session/cases/look-up-texts.ts";
import { type Language, useLanguage } from "#shared/ui/language.ts";

const sv = {
  title: "Ärende",
  introduction: "Här ser du vad som gäller för en bot (kontrollavgift).",
  notGiven: "Ej angivet",
  lookUp: lookUpTexts.sv,
  loading: "Hämtar ärendet …",
  other: "Sök ett annat ärende",

  /** The case's state, and the rest to pay. */
  status: {
    toPay: "Att betala",
    due: (day: string) => `Senast ${day}`,
    wasDue: (day: string) => `Skulle ha betalats senast ${day}`,
    words: {
      issued: "Boten är inte betald.",
      reminded: "Boten är inte betald. En påminnelse har skickats.",
      disputed: "Boten är bestridd. Du behöver inte betala förrän bestridandet är avgjort.",
      paid: "Boten är betald.",
      withdrawn: "Boten är makulerad. Du ska inte betala något.",
      written_off: "Ärendet är avslutat. Du ska inte betala något.",
      collection: "Boten är lämnad till inkasso. Följ inkassobolagets anvisningar.",
    } satisfies Record<CaseStatus, string>,
    objectionOpen: "Ett bestridande väntar på beslut.",
    objectionDecided: "Ett bestridande har avgjorts.",
    tooMuch: (amount: string) => `${amount} är betalt för mycket och ska betalas tillbaka.`,
  },

  photos: {
    title: "Bilder",
    names: {
      car: "Bilen",
      plate: "Registreringsskylten",
      sign: "Skylten",
      notice: "Boten",
    } satisfies Record<PhotoCategory, string>,
    other: "Bild",
    open: (name: string) => `Visa bild: ${name}`,
    missing: "Bilden har inte kommit fram.",
    later: "Bilden visas om en stund.",
    none: "Boten har inga bilder.",
  },

  facts: {
    title: "Boten",
    caseNumber: "Ärendenummer",
    plate: "Registreringsnummer",
    place: "Plats",
    observed: "Observerad",
    violation: "Överträdelse",
    amount: "Belopp",
    vat: (percent: number) => `varav moms ${percent} %`,
    fee: "Påminnelseavgift",
    paid: "Betalt",
    due: "Sista betalningsdag",
  },

  pay: {
    title: "Så betalar du",
    open: "Betala",
    sheetFailed: "Koderna kunde inte hämtas. Betala med raderna under Så betalar du, eller tryck igen.",
    reference: "Referens (OCR eller meddelande)",
    kinds: { bankgiro: "Bankgiro", plusgiro: "Plusgiro", swish: "Swish", account: "Bankkonto" },
    asOnNotice: "Betala så som det står på boten, och ange referensen.",
    amount: "Belopp",
    copy: "Kopiera",
    copyOf: (name: string, value: string) => `Kopiera ${name} ${value}`,
    copied: (name: string) => `${name} är kopierat`,
    copyFailed: "Kunde inte kopiera. Markera texten och kopiera den själv.",
  },

  /** The next steps, and when they come. */
  next: {
    title: "Det här händer sedan",
    pay: (day: string) =>
      `Betala senast ${day}, eller bestrid boten om du tycker att den är fel. Bestrid i så fall före du betalar.`,
    payNow: "Betala nu, eller bestrid boten om du tycker att den är fel. Bestrid i så fall före du betalar.",
    payOnly: (day: string) => `Betala senast ${day}.`,
    payOnlyNow: "Betala nu.",
    mayObjectAgain: "Har du något nytt att berätta kan du bestrida igen, före du betalar.",
    mayRemind: (day: string) => `Är boten inte betald kan en påminnelse skickas från och med ${day}.`,
    reminderCosts: (fee: string) => `Påminnelsen kostar ${fee}.`,
    mayCollect: (day: string) => `Är boten inte betald kan ärendet lämnas till inkasso från och med ${day}.`,
    waits: "Företaget läser bestridandet och beslutar. Under tiden skickas ingen påminnelse.",
    thenReads: "Beslutet läser du här, på adressen som du fick när du bestred.",
    thenPays: "Blir det avslag får du ett nytt datum att betala till.",
    collector: "Inkassobolaget tar över. Du kan fortfarande bestrida boten här.",
    nothing: "Du behöver inte göra något.",
    mayObject: "Tycker du att boten är fel kan du bestrida den även nu.",
    paysBack: (amount: string) => `Kontakta företaget om du inte har fått tillbaka ${amount}.`,
  },

  object: {
    title: "Bestrid",
    open: "Bestrid",
    add: "Komplettera bestridandet",
    text: "Berätta varför boten är fel. Företaget som har utfärdat den läser och beslutar.",
    addText: "Skriv det som du vill lägga till. Företaget läser det tillsammans med bestridandet.",
    name: "Namn",
    email: "E-post",
    emailHint:
      "Valfri. Beslutet läser du här på den här enheten, eller på adressen som du får. Kan företaget skicka e-post kommer det också med e-post. Vill du ha det med post, skriv din adress i texten.",
    why: "Varför är boten fel?",
    added: "Vad vill du lägga till?",
    left: (letters: number) => `${letters} tecken kvar`,
    send: "Skicka bestridandet",
    sendAdded: "Skicka kompletteringen",
    missing: "Fyll i namn och text",
    badEmail: "Ange en giltig e-postadress, eller lämna fältet tomt",
    tooLong: "Texten får ha högst 4000 tecken",
    kept: "Det du skriver finns kvar på den här enheten tills det är skickat.",
    unknown: "Vi vet inte om det kom fram. Text och bilder finns kvar. Skicka igen: det räknas bara en gång.",
    again: "Skicka igen",
    failed: "Bestridandet kunde inte skickas. Försök igen.",
    state: "Ärendet kan inte bestridas nu. Ladda sidan igen.",
    addPhotos: "Lägg till bilder",
    photosHint: "Högst 4 bilder (JPEG, PNG eller WebP), högst 10 MB var.",
    photo: (number: number) => `Bild ${number}`,
    removePhoto: (number: number) => `Ta bort bild ${number}`,
    reading: "Läser bilden …",
    heic: (names: string) => `HEIC-bilder kan inte läsas här: ${names}. Välj JPEG eller PNG.`,
    unreadable: (names: string) => `Kunde inte läsas som bild: ${names}`,
    tooLarge: (names: string) => `Större än 10 MB: ${names}`,
    tooMany: "Högst 4 bilder",
  },

  sent: {
    title: "Bestridandet är mottaget",
    save: "Spara den här adressen. Med den läser du beslutet. Vi visar den bara nu, och kan inte skicka den igen.",
    remembered: "På den här enheten räcker botens QR-kod.",
    copy: "Kopiera adressen",
    copied: "Adressen är kopierad",
    copyFailed: "Kunde inte kopiera. Markera adressen och kopiera den själv.",
    photosLeft: (count: number) =>
      count === 1 ? "En bild har inte skickats än." : `${count} bilder har inte skickats än.`,
    sendingPhotos: "Skickar bilderna …",
    photosFailed: "Bilderna kunde inte skickas. De finns kvar på den här enheten.",
    photosAgain: "Skicka bilderna igen",
  },

  reply: {
    damaged: "Länken till svaret är inte hel. Öppna den igen där du fick den, för att se beslutet.",
    title: "Ditt bestridande",
    supplement: "Din komplettering",
    received: "Mottaget",
    decision: "Beslut",
    decisions: {
      open: "Väntar på beslut",
      accepted: "Bestridandet är godkänt. Boten är makulerad.",
      rejected: "Bestridandet är avslaget.",
      withdrawn: "Boten makulerades.",
    },
    court: "Är du inte nöjd kan du begära prövning i tingsrätten.",
    decided: "Beslutat",
    answer: "Svar",
    text: "Du skrev",
    supplementText: "Det du lade till har kommit fram. Beslutets text läser den som bestred boten.",
  },

  issuer: {
    title: "Vem som har utfärdat boten",
    name: "Företag",
    orgNumber: "Organisationsnummer",
    principal: "På uppdrag av",
    email: "E-post",
    phone: "Telefon",
    privacy: "Så hanterar vi personuppgifter",
  },
};

/** The texts of every language; a missing one is a build error. */
export type DriverTexts = typeof sv;

const en: DriverTexts = {
  title: "Case",
  introduction: "Here you see what applies to a parking fine (kontrollavgift).",
  notGiven: "Not given",
  lookUp: lookUpTexts.en,
  loading: "Fetching the case …",
  other: "Look for another case",

  status: {
    toPay: "To pay",
    due: (day) => `By ${day}`,
    wasDue: (day) => `Should have been paid by ${day}`,
    words: {
      issued: "The fine has not been paid.",
      reminded: "The fine has not been paid. A reminder has been sent.",
      disputed: "The fine has been disputed. You do not have to pay until the objection has been decided.",
      paid: "The fine has been paid.",
      withdrawn: "The fine has been withdrawn. You do not have to pay anything.",
      written_off: "The case is closed. You do not have to pay anything.",
      collection: "The fine has been handed to a debt collector. Follow the collector's instructions.",
    },
    objectionOpen: "An objection is waiting for a decision.",
    objectionDecided: "An objection has been decided.",
    tooMuch: (amount) => `${amount} too much has been paid and will be paid back.`,
  },

  photos: {
    title: "Photos",
    names: { car: "The car", plate: "The number plate", sign: "The sign", notice: "The notice" },
    other: "Photo",
    open: (name) => `Show photo: ${name}`,
    missing: "The photo has not arrived.",
    later: "The photo is shown in a while.",
    none: "The fine has no photos.",
  },

  facts: {
    title: "The fine",
    caseNumber: "Case number",
    plate: "Registration number",
    place: "Place",
    observed: "Observed",
    violation: "Violation",
    amount: "Amount",
    vat: (percent) => `of which VAT ${percent} %`,
    fee: "Reminder fee",
    paid: "Paid",
    due: "Last day to pay",
  },

  pay: {
    title: "How to pay",
    open: "Pay",
    sheetFailed: "The codes could not be fetched. Pay with the lines below How to pay, or press again.",
    reference: "Reference (OCR or message)",
    kinds: { bankgiro: "Bankgiro", plusgiro: "Plusgiro", swish: "Swish", account: "Bank account" },
    asOnNotice: "Pay as the notice says, and give the reference.",
    amount: "Amount",
    copy: "Copy",
    copyOf: (name, value) => `Copy ${name} ${value}`,
    copied: (name) => `${name} has been copied`,
    copyFailed: "Could not copy. Select the text and copy it yourself.",
  },

  next: {
    title: "What happens next",
    pay: (day) => `Pay by ${day}, or object to the fine if you think that it is wrong. If so, object before you pay.`,
    payNow: "Pay now, or object to the fine if you think that it is wrong. If so, object before you pay.",
    payOnly: (day) => `Pay by ${day}.`,
    payOnlyNow: "Pay now.",
    mayObjectAgain: "If you have something new to tell, you can object again, before you pay.",
    mayRemind: (day) => `If the fine is not paid, a reminder may be sent from ${day}.`,
    reminderCosts: (fee) => `The reminder costs ${fee}.`,
    mayCollect: (day) => `If the fine is not paid, the case may be handed to a debt collector from ${day}.`,
    waits: "The company reads the objection and decides. No reminder is sent in the meantime.",
    thenReads: "You read the decision here, at the address that you were given when you objected.",
    thenPays: "If the objection is rejected, you get a new day to pay by.",
    collector: "The debt collector takes over. You can still object to the fine here.",
    nothing: "You do not have to do anything.",
    mayObject: "If you think that the fine is wrong, you can still object to it.",
    paysBack: (amount) => `Contact the company if you have not got ${amount} back.`,
  },

  object: {
    title: "Object",
    open: "Object",
    add: "Add to the objection",
    text: "Tell why the fine is wrong. The company that issued it reads and decides.",
    addText: "Write what you want to add. The company reads it together with the objection.",
    name: "Name",
    email: "E-mail",
    emailHint:
      "Optional. You read the decision here on this device, or at the address that you get. If the company can send e-mail, it comes by e-mail too. If you want it by post, write your address in the text.",
    why: "Why is the fine wrong?",
    added: "What do you want to add?",
    left: (letters) => `${letters} characters left`,
    send: "Send the objection",
    sendAdded: "Send the addition",
    missing: "Enter a name and a text",
    badEmail: "Enter a valid e-mail address, or leave the field empty",
    tooLong: "The text may have 4000 characters at most",
    kept: "What you write stays on this device until it has been sent.",
    unknown: "We do not know whether it arrived. Text and photos are kept. Send it again: it counts only once.",
    again: "Send again",
    failed: "The objection could not be sent. Try again.",
    state: "The case cannot be objected to now. Reload the page.",
    addPhotos: "Add photos",
    photosHint: "4 photos at most (JPEG, PNG or WebP), 10 MB each at most.",
    photo: (number) => `Photo ${number}`,
    removePhoto: (number) => `Remove photo ${number}`,
    reading: "Reading the photo …",
    heic: (names) => `HEIC photos cannot be read here: ${names}. Choose JPEG or PNG.`,
    unreadable: (names) => `Could not be read as a photo: ${names}`,
    tooLarge: (names) => `Larger than 10 MB: ${names}`,
    tooMany: "4 photos at most",
  },

  sent: {
    title: "The objection has been received",
    save: "Save this address. With it you read the decision. We show it only now, and cannot send it again.",
    remembered: "On this device the QR code of the notice is enough.",
    copy: "Copy the address",
    copied: "The address has been copied",
    copyFailed: "Could not copy. Select the address and copy it yourself.",
    photosLeft: (count) =>
      count === 1 ? "One photo has not been sent yet." : `${count} photos have not been sent yet.`,
    sendingPhotos: "Sending the photos …",
    photosFailed: "The photos could not be sent. They are kept on this device.",
    photosAgain: "Send the photos again",
  },

  reply: {
    damaged: "The link to the reply is damaged. Open it again where you got it, to see the decision.",
    title: "Your objection",
    supplement: "What you added",
    received: "Received",
    decision: "Decision",
    decisions: {
      open: "Waiting for a decision",
      accepted: "The objection has been accepted. The fine has been withdrawn.",
      rejected: "The objection has been rejected.",
      withdrawn: "The fine was withdrawn.",
    },
    court: "If you are not satisfied, you can ask the district court to try the case.",
    decided: "Decided",
    answer: "Answer",
    text: "You wrote",
    supplementText: "What you added has arrived. The text of the decision is for whoever objected to the fine.",
  },

  issuer: {
    title: "Who issued the fine",
    name: "Company",
    orgNumber: "Company registration number",
    principal: "On behalf of",
    email: "E-mail",
    phone: "Phone",
    privacy: "How we handle personal data",
  },
};

export const driverTexts: Readonly<Record<Language, DriverTexts>> = { sv, en };

/** The texts in the language of the page. */
export const useDriverTexts = (): DriverTexts => driverTexts[useLanguage()];
