// Estimates how many guesses a password takes (zxcvbn), with words that whoever guesses at this product knows.
import type { MatchExtended, ZxcvbnFactory } from "@zxcvbn-ts/core";

/** What makes a password easily guessed. */
export type Guessing = "common" | "known" | "repeat" | "order" | "date" | "other";

/** What eight random characters take: more than anybody makes at the log-in, and weeks of work at a stolen hash. */
const ENOUGH_GUESSES = 1e8;
/** The rest of a long one is not looked at: what is asked takes milliseconds then. */
const LOOKED_AT = 32;

/** Words of the product, the country and the seasons, the most likely first. */
const WORDS = `
  parkering parkeringsvakt parkeringsbolag parking park vakt bot böter kontroll kontrollavgift skift taxi chaufför ambulans ambulance
  fastighet operatör ledning admin huvudadmin administratör superadmin kund kunder anställd medlem lösenord losenord password hemlig hemligt
  välkommen valkommen sommar sommaren vinter vintern höst hösten vår våren sverige swedish svensk stockholm göteborg goteborg malmö malmo
  uppsala västerås örebro linköping helsingborg norrköping jönköping lund umeå gävle borås södertälje eskilstuna halmstad växjö karlstad
  sundsvall östersund trollhättan kalmar falun kristianstad ystad skåne januari februari mars april juni juli augusti september oktober
  november december måndag tisdag onsdag torsdag fredag lördag söndag
`.match(/\S+/g) as string[];

let made: Promise<ZxcvbnFactory> | null = null;

/** Its lists are megabytes: they are read when somebody chooses a password for the first time. */
async function make(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new Factory({ dictionary: { ...dictionary, product: WORDS.flatMap(spellings) }, graphs: adjacencyGraphs });
}

/** What makes a password too easy to guess, for somebody who knows these names; null when it is not. */
export async function estimateGuessing(password: string, names: readonly string[]): Promise<Guessing | null> {
  const estimator = await (made ??= make());
  const { guesses, sequence } = estimator.check(password.slice(0, LOOKED_AT), [...new Set(names.flatMap(wordsOf))]);
  if (guesses >= ENOUGH_GUESSES) return null;
  const [longest] = sequence
    .toSorted((a, b) => b.token.length - a.token.length)
    .flatMap((match) => kindOf(match) ?? []);
  return longest ?? "other";
}

/** What a part of the password is; null for one that says nothing. */
function kindOf({ pattern, dictionaryName }: MatchExtended): Guessing | null {
  switch (pattern) {
    case "dictionary":
      return dictionaryName === "passwords-common"
        ? "common"
        : dictionaryName === "diceware-common"
          ? "other"
          : "known";
    case "repeat":
      return "repeat";
    case "sequence":
    case "spatial":
      return "order";
    case "date":
    case "regex":
      return "date";
    default:
      return null;
  }
}

/** A name, without its blanks, and its words. */
function wordsOf(name: string): string[] {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return [...words, words.join(""), words.join("-")].filter((word) => word.length >= 3).flatMap(spellings);
}

/** A word as it is, and without rings and dots. */
function spellings(word: string): string[] {
  const plain = word.normalize("NFD").replaceAll(/\p{M}/gu, "");
  return plain === word ? [word] : [word, plain];
}
