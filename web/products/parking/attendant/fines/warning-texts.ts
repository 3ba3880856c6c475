import { NEW_PARKING_REASON, RIGHT_UNKNOWN } from "#contract/cases.ts";

/** Texts of the dialog that asks for reasons before a fine is stored (document 4 §4 and §5). */
export const warningTexts = {
  title: "Kontrollera innan du utfärdar",
  description: "Ange ett skäl till varje punkt, eller avbryt.",
  reason: "Skäl",
  choose: "Välj skäl",
  ownReason: "Eget skäl",
  own: "Annat skäl",
  missing: "Ange ett skäl med minst fem bokstäver",
  issue: "Utfärda ändå",
  untilEnded: "tills vidare",
  words: {
    validParking: (until: string) => `Bilen har en giltig parkering till ${until}.`,
    validPermit: (until: string) => `Bilen har tillstånd till ${until}.`,
    inGrace: (until: string) => `Parkeringen har gått ut, men respittiden räcker till ${until}.`,
    rightUnknown: "Telefonen har inte alla parkeringar på platsen. Om bilen får stå här är inte känt.",
    removedParking: (time: string, by: string) => `Parkeringen togs bort ${time} av ${by}`,
    observedTooShort: (minutes: number) => `Bilen har inte observerats i ${minutes} minuter.`,
    similarPlate: (plates: string) => `En bil med liknande registreringsnummer har giltig parkering: ${plates}.`,
    aboveLegalMaximum: (amount: string) => `Beloppet är högre än ${amount}, som är det högsta för en kontrollavgift.`,
    noPlace: "Utan plats?",
    noPhoto: "Utan foto?",
    fewPhotos: (wanted: number) => `Platsen kräver minst ${wanted === 1 ? "1 bild" : `${wanted} bilder`}.`,
    finedWithin6Hours: (latest: string) =>
      `Bilen har fått en bot på samma plats för mindre än sex timmar sedan (${latest}).`,
    finedToday: (latest: string) => `Bilen har redan fått en bot på samma plats i dag (${latest}).`,
    finedFiveTimes: (times: number) => `Bilen har redan fått ${times} böter på samma plats.`,
  },
  reasons: {
    newParking: NEW_PARKING_REASON,
    offered: {
      "valid-parking": ["Parkeringen gäller en annan plats", "Parkerad i strid med skyltning"],
      "valid-permit": ["Tillståndet gäller en annan plats", "Parkerad i strid med skyltning"],
      "in-grace": ["Betalning vägrad på plats"],
      [RIGHT_UNKNOWN]: ["Kontrollerad på annat sätt"],
      "removed-parking": ["Föraren lämnade bilen efter borttagningen", "Parkeringen var felregistrerad"],
      "observed-too-short": ["Föraren lämnade bilen", "Kontrollerad tidigare samma dag"],
      "similar-plate": ["Registreringsnumret är läst två gånger"],
      "above-legal-maximum": ["Avtalat belopp enligt skylt"],
      "no-place": ["Platsen framgår av bilderna"],
      "few-photos": ["Kameran fungerar inte", "Bilen körde iväg"],
    },
  },
} as const;
