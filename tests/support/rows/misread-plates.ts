// Plates as people miswrite them: visitors in the form, attendants at the car (document 4 §4, `similar`).

/**
 * A miswritten plate: the typed text, the car's plate, and the end in the visitor's form ("taken" without a question, "asked" about, or the
 * proposed plate).
 */
export type Writing = readonly [typed: string, car: string, form: string];

/** Texts that are the car's own plate in another spelling: a check must find the car. */
export const SAME_PLATES: readonly Writing[] = [
  ["hzv 700", "HZV 700", "taken"],
  ["HZV-700", "HZV 700", "taken"],
  ["h z v 7 0 0", "HZV 700", "taken"],
  ["ＨＺＶ　７００", "HZV 700", "taken"],
  ["tao·98n", "TAO 98N", "taken"],
  ["AB 12345", "AB12345", "asked"],
];

/** Texts that are another plate. The form must ask about them or propose a plate, or a check must name the car's plate as `Liknande`. */
export const MISREAD_PLATES: readonly Writing[] = [
  // Plates from a day with real visitors.
  ["hzv 7oo", "HZV 700", "HZV 700"],
  ["jbg61", "JBG 614", "asked"],
  ["SE DPN 482", "DPN 482", "DPN 482"],
  ["МАО 123", "MAO 123", "MAO 123"],
  ["MÜ AB 12", "MU AB 12", "MUA 812"],
  // Letters and digits that look alike, in each place of a plate.
  ["HZV7O0", "HZV 700", "HZV 700"],
  ["hzv70o", "HZV 700", "taken"],
  ["HZVZOO", "HZV 200", "HZV 200"],
  ["0AO 123", "OAO 123", "OAO 123"],
  ["QAO 123", "OAO 123", "taken"],
  ["A8C 123", "ABC 123", "ABC 123"],
  ["ABC I23", "ABC 123", "ABC 123"],
  ["ABC l23", "ABC 123", "ABC 123"],
  ["ABCl2E", "ABC 12E", "ABC 12E"],
  ["5AB 55S", "SAB 555", "SAB 55S"],
  ["SAB S5S", "SAB 555", "SAB 55S"],
  ["2ZA 222", "ZZA 222", "ZZA 222"],
  ["ABC 1Z3", "ABC 123", "ABC 123"],
  ["ABC 12B", "ABC 128", "taken"],
  ["BSZ 01L", "BSZ 011", "taken"],
  ["8SZ OI1", "BSZ 011", "BSZ 011"],
  ["LLO OO8", "LLO 008", "LLO 008"],
  // One sign is wrong, added, left out, or swapped with its neighbour.
  ["ABD 123", "ABC 123", "taken"],
  ["ABC 124", "ABC 123", "taken"],
  ["ABC1234", "ABC 123", "asked"],
  ["AABC123", "ABC 123", "asked"],
  ["ABCC123", "ABC 123", "asked"],
  ["ABC 1233", "ABC 123", "asked"],
  ["BC 123", "ABC 123", "asked"],
  ["ABC 12", "ABC 123", "asked"],
  ["AC 123", "ABC 123", "asked"],
  ["BAC 123", "ABC 123", "taken"],
  ["ABC 132", "ABC 123", "taken"],
  ["AB1 C23", "ABC 123", "asked"],
  ["ACB I23", "ABC 123", "ACB 123"],
  // A country's code stands in front or behind.
  ["S ABC 123", "ABC 123", "ABC 123"],
  ["SWE-ABC-123", "ABC 123", "ABC 123"],
  ["ABC 123 S", "ABC 123", "ABC 123"],
  ["ABC123 SE", "ABC 123", "ABC 123"],
  ["N AB 12345", "AB 12345", "asked"],
  ["NO AB 12345", "AB 12345", "asked"],
  ["DK AB 12 345", "AB 12 345", "asked"],
  ["FIN ABC-123", "ABC-123", "ABC 123"],
  ["SE ABC I23", "ABC 123", "ABC 123"],
  ["D B AB 1234", "B AB 1234", "asked"],
  // Letters have accents or are of other alphabets.
  ["ÅBC 123", "ABC 123", "ABC 123"],
  ["ÖLÉ 123", "OLE 123", "OLE 123"],
  ["ÄÅÖ 123", "AAO 123", "AAO 123"],
  ["ΑΒΕ 123", "ABE 123", "ABE 123"],
  ["ТЕХ 55Х", "TEX 55X", "TEX 55X"],
];

/** Writings without a letter or a digit, which the form and the database refuse. */
export const NO_PLATES = ["!!!", "- .", "🚗", "***", "…"] as const;
