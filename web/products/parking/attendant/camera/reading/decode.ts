import { LOOKS_LIKE, type Pattern, PATTERNS, plateUnder } from "./grammar.ts";
import { BLANK, FOLDED, PLATE_SIGNS } from "./signs.ts";

/** A possible plate: its text, and the logarithm of its probability combined with how common such plates are. */
export type Candidate = { plate: string; score: number; prior: number; isFixed: boolean };

/** The decoded picture: possible plates, the likeliest first, and the text without any rules of plates. */
export type Decoded = {
  candidates: Candidate[];
  /** The reading without rules: text, the logarithm of its probability, and a probability for each sign. */
  free: { text: string; score: number; certainties: number[] };
};

const BEAM = 20;
/** Signs below this share of a step's best sign are not followed. */
const WORTH = Math.log(1e-6);
/** The weight (a logarithm) of a sign that only looks like an allowed sign. */
const ALIKE = -5;
const MOST_CANDIDATES = 8;
const NONE = Number.NEGATIVE_INFINITY;

function add(a: number, b: number): number {
  if (a === NONE) return b;
  if (b === NONE) return a;
  return a > b ? a + Math.log1p(Math.exp(b - a)) : b + Math.log1p(Math.exp(a - b));
}

/**
 * Converts the network's values (logits), `classes` for each step, to logarithms of probabilities of plate signs and the blank. Classes
 * that look alike are added together.
 */
export function foldedSteps(values: Float32Array, classes: number): Float64Array[] {
  return Array.from({ length: values.length / classes }, (_, step) => {
    const folded = new Float64Array(BLANK + 1).fill(NONE);
    let all = NONE;
    for (let at = 0; at < classes; at += 1) {
      const value = values[step * classes + at] as number;
      const to = FOLDED[at] as number;
      folded[to] = add(folded[to] as number, value);
      all = add(all, value);
    }
    return folded.map((value) => value - all);
  });
}

/** A partial text of the beam: the patterns that allow it, and its probabilities when it ends with a blank and with its last sign. */
type Beginning = { text: number[]; patterns: readonly Pattern[]; blank: number; sign: number };

/**
 * The logarithm of the probability that a step shows this sign at this position. Look-alike signs are added when all patterns count them.
 */
function shown(step: Float64Array, sign: number, place: number, patterns: readonly Pattern[]): number {
  const own = step[sign] as number;
  if (!patterns.every(({ places }) => places[place]?.takesAlike === true)) return own;
  return (LOOKS_LIKE[sign] ?? []).reduce((sum, other) => add(sum, (step[other] as number) + ALIKE), own);
}

/** Finds the possible plates: a beam search over CTC probabilities that follows only the patterns of plates. */
export function decode(steps: readonly Float64Array[]): Decoded {
  // Patterns of fixed length are searched apart from the others, because only they count look-alike signs.
  const ends = [true, false].flatMap((isFixed) => {
    let beam: Beginning[] = [
      { text: [], patterns: PATTERNS.filter((pattern) => pattern.isFixed === isFixed), blank: 0, sign: NONE },
    ];
    for (const step of steps) beam = follow(beam, step);
    return beam;
  });
  return { candidates: candidatesOf(ends), free: freeReading(steps) };
}

function follow(beam: readonly Beginning[], step: Float64Array): Beginning[] {
  const found = new Map<string, Beginning>();
  const best = Math.max(...step);
  const isWorth = (sign: number) => (step[sign] as number) > best + WORTH;
  const signs = [...PLATE_SIGNS.keys()].filter((sign) => isWorth(sign) || (LOOKS_LIKE[sign] ?? []).some(isWorth));
  const at = (text: number[], patterns: readonly Pattern[]): Beginning => {
    const key = String.fromCharCode(...text);
    const known = found.get(key);
    if (known !== undefined) return known;
    const made = { text, patterns, blank: NONE, sign: NONE };
    found.set(key, made);
    return made;
  };
  for (const { text, patterns, blank, sign } of beam) {
    const both = add(blank, sign);
    const same = at(text, patterns);
    same.blank = add(same.blank, both + (step[BLANK] as number));
    const last = text.at(-1);
    if (last !== undefined) same.sign = add(same.sign, sign + shown(step, last, text.length - 1, patterns));
    for (const next of signs) {
      const allowed = patterns.filter(({ places }) => places[text.length]?.takes.has(next));
      if (allowed.length === 0) continue;
      // CTC needs a blank between two equal signs.
      const before = next === last ? blank : both;
      if (before === NONE) continue;
      const longer = at([...text, next], allowed);
      longer.sign = add(longer.sign, before + shown(step, next, text.length, allowed));
    }
  }
  return [...found.values()].sort((a, b) => add(b.blank, b.sign) - add(a.blank, a.sign)).slice(0, BEAM);
}

function candidatesOf(beam: readonly Beginning[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const { text, patterns, blank, sign } of beam) {
    for (const pattern of patterns.filter(({ places }) => places.length === text.length)) {
      const plate = plateUnder(pattern, text);
      const score = add(blank, sign) + pattern.prior;
      const known = found.get(plate);
      if (known === undefined || known.score < score) {
        found.set(plate, { plate, score, prior: pattern.prior, isFixed: pattern.isFixed });
      }
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score).slice(0, MOST_CANDIDATES);
}

/** The likeliest sign of each step, with repetitions merged, without any rule of plates. */
function freeReading(steps: readonly Float64Array[]): Decoded["free"] {
  const certainties: number[] = [];
  let [text, score, last] = ["", 0, BLANK];
  for (const step of steps) {
    const best = step.reduce((top, value, sign) => (value > (step[top] as number) ? sign : top), BLANK);
    const value = step[best] as number;
    score += value;
    if (best !== BLANK && best !== last) {
      text += PLATE_SIGNS[best];
      certainties.push(Math.exp(value));
    } else if (best !== BLANK) {
      certainties.push(Math.max(certainties.pop() ?? 0, Math.exp(value)));
    }
    last = best;
  }
  return { text, score, certainties };
}
