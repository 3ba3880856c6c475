import type { Random } from "./random.ts";

const LETTERS = Array.from("ABCDEFGHJKLMNOPRSTUWXYZ");
const LAST = Array.from("ABCDEFGHJKLMNPRSTUWXYZ");
const DIGITS = Array.from("0123456789");
const WORDS = ["SVEN", "MAJA", "BOSSE", "VOLVO", "TAXI", "KARIN77", "GO4IT", "OK", "MR T", "SKI"];

const some = (random: Random, count: number, signs: readonly string[]) =>
  Array.from({ length: count }, () => random.pick(signs)).join("");

/** An ordinary Swedish plate in the spelling of the plate itself: six signs with a space. */
export const swedishPlate = (random: Random): string =>
  `${some(random, 3, LETTERS)} ${some(random, 2, DIGITS)}${random.next() < 0.5 ? random.pick(DIGITS) : random.pick(LAST)}`;

/** A plate of Norway, Denmark, Finland or Germany. */
export const foreignPlate = (random: Random): string =>
  random.pick([
    () => `${some(random, 2, Array.from("ABCDEFHJKLNPRSTUVXZ"))} ${some(random, 5, DIGITS)}`,
    () =>
      `${some(random, 2, Array.from("ABCDEHJKLMNPRSTUVXYZ"))} ${some(random, 2, DIGITS)} ${some(random, 3, DIGITS)}`,
    () => `${some(random, 3, Array.from("ABCEFGHIJKLMNORSTUVXYZ"))}-${some(random, random.whole(1, 3), DIGITS)}`,
    () =>
      `${some(random, random.whole(1, 3), LETTERS)} ${some(random, random.whole(1, 2), LETTERS)} ${some(random, random.whole(2, 4), DIGITS)}`,
  ])();

export const personalPlate = (random: Random): string => random.pick(WORDS);

/** Compares plates as the application does. */
export const signsOf = (plate: string): string => plate.replaceAll(/[^A-Z0-9]/g, "");
