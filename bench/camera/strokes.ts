// Signs drawn by strokes, like those of Swedish plates: lines of one width, with round or square ends. No font of a machine is needed.

/** Paths on a field 60 wide and 100 high. */
const PATHS: Record<string, string> = {
  A: "M4 100 L30 0 L56 100 M13 68 H47",
  B: "M8 0 V100 M8 0 H34 Q52 0 52 24 Q52 47 34 47 H8 M34 47 Q56 47 56 73 Q56 100 34 100 H8",
  C: "M54 26 Q54 0 30 0 Q6 0 6 28 V72 Q6 100 30 100 Q54 100 54 74",
  D: "M8 0 V100 M8 0 H28 Q54 0 54 30 V70 Q54 100 28 100 H8",
  E: "M52 0 H8 V100 H52 M8 48 H44",
  F: "M52 0 H8 V100 M8 48 H44",
  G: "M54 26 Q54 0 30 0 Q6 0 6 28 V72 Q6 100 30 100 Q54 100 54 74 V54 H34",
  H: "M8 0 V100 M52 0 V100 M8 48 H52",
  I: "M30 0 V100",
  J: "M50 0 V74 Q50 100 28 100 Q6 100 6 74",
  K: "M8 0 V100 M52 0 L8 56 M24 38 L54 100",
  L: "M8 0 V100 H52",
  M: "M6 100 V0 L30 56 L54 0 V100",
  N: "M8 100 V0 L52 100 V0",
  O: "M30 0 Q6 0 6 28 V72 Q6 100 30 100 Q54 100 54 72 V28 Q54 0 30 0 Z",
  P: "M8 100 V0 H34 Q54 0 54 27 Q54 54 34 54 H8",
  Q: "M30 0 Q6 0 6 28 V72 Q6 100 30 100 Q54 100 54 72 V28 Q54 0 30 0 Z M34 72 L56 104",
  R: "M8 100 V0 H34 Q54 0 54 26 Q54 52 34 52 H8 M32 52 L54 100",
  S: "M52 24 Q52 0 30 0 Q8 0 8 24 Q8 42 30 48 Q54 55 54 76 Q54 100 30 100 Q6 100 6 76",
  T: "M4 0 H56 M30 0 V100",
  U: "M8 0 V74 Q8 100 30 100 Q52 100 52 74 V0",
  V: "M4 0 L30 100 L56 0",
  W: "M2 0 L16 100 L30 30 L44 100 L58 0",
  X: "M5 0 L55 100 M55 0 L5 100",
  Y: "M4 0 L30 50 L56 0 M30 50 V100",
  Z: "M6 0 H54 L6 100 H54",
  "0": "M30 0 Q7 0 7 28 V72 Q7 100 30 100 Q53 100 53 72 V28 Q53 0 30 0 Z",
  "1": "M14 20 L34 0 V100",
  "2": "M7 26 Q7 0 30 0 Q53 0 53 26 Q53 42 40 56 L7 100 H54",
  "3": "M8 20 Q10 0 30 0 Q52 0 52 24 Q52 46 30 47 Q54 48 54 74 Q54 100 30 100 Q8 100 6 78",
  "4": "M42 100 V0 L4 72 H56",
  "5": "M50 0 H13 L10 46 Q18 38 31 38 Q54 38 54 69 Q54 100 29 100 Q9 100 6 80",
  "6": "M50 18 Q46 0 30 0 Q7 0 7 44 V70 Q7 100 30 100 Q53 100 53 70 Q53 42 31 42 Q10 42 7 64",
  "7": "M6 0 H54 L24 100",
  "8": "M30 0 Q9 0 9 24 Q9 47 30 47 Q51 47 51 24 Q51 0 30 0 Z M30 47 Q6 47 6 74 Q6 100 30 100 Q54 100 54 74 Q54 47 30 47 Z",
  "9": "M10 82 Q14 100 30 100 Q53 100 53 56 V30 Q53 0 30 0 Q7 0 7 30 Q7 58 29 58 Q50 58 53 36",
  "-": "M14 52 H46",
};

/** Style of signs: the width of the line, the width of a sign, round or square ends, the slant (degrees). */
export type Hand = { line: number; width: number; isRound: boolean; lean: number };

/** Gives the SVG of a text, with its first sign at (x, y), and the text's length. `high` is the height of a sign. */
export function drawText(
  text: string,
  x: number,
  y: number,
  high: number,
  hand: Hand,
  ink: string,
  gap = 16,
  space = 40,
): { svg: string; length: number } {
  const scale = high / 100;
  let at = x;
  const parts: string[] = [];
  for (const sign of text) {
    const path = PATHS[sign];
    if (path !== undefined) {
      parts.push(
        `<path transform="translate(${at} ${y}) skewX(${-hand.lean}) scale(${scale * hand.width} ${scale})" d="${path}"/>`,
      );
      at += 60 * scale * hand.width + gap * scale;
    } else at += space * scale;
  }
  const ends = hand.isRound ? "round" : "butt";
  const joins = hand.isRound ? "round" : "miter";
  const svg = `<g fill="none" stroke="${ink}" stroke-width="${hand.line}" stroke-linecap="${ends}" stroke-linejoin="${joins}">${parts.join("")}</g>`;
  return { svg, length: at - x - gap * scale };
}
