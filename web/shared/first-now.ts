// The clock of a screen's first drawing. A prerendered page and the browser that takes it over must draw the same (app/start.tsx).

/** The moment that prerendered pages show, hidden: a morning, so that all offers for the day are there. */
const DRAWN_AT = Date.UTC(2026, 0, 15, 9);

let isDrawn = false;

/** Says whether the screen is prerendered, or takes over a prerendered page. */
export function setDrawn(is: boolean): void {
  isDrawn = is;
}

/** Milliseconds since 1970: now, or the moment of prerendered pages. */
export const firstNow = (): number => (isDrawn ? DRAWN_AT : Date.now());
