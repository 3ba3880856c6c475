// Reads back the paper that a screen prints: the words of each sheet and their places, from the PDF that the browser makes.
import type { Page } from "@playwright/test";
import { getDocumentProxy } from "unpdf";

/**
 * A sheet: its words in the order in which they are drawn, and a function that gives the place where a text begins, in millimetres from the
 * upper left corner.
 */
export type Sheet = { words: string; placeOf: (text: string) => { left: number; top: number } | undefined };

/** The margin that a printer leaves free. */
const MARGIN = { top: "10mm", right: "10mm", bottom: "10mm", left: "10mm" };

const MM_PER_POINT = 25.4 / 72;

/** Prints the page as `Skriv ut` does, on A4 unless its styles say another size, and reads each sheet. */
export async function printSheets(page: Page): Promise<Sheet[]> {
  const file = await page.pdf({ format: "A4", preferCSSPageSize: true, margin: MARGIN });
  const document = await getDocumentProxy(new Uint8Array(file));
  const sheets = await Promise.all(
    Array.from({ length: document.numPages }, async (_, at) => readSheet(document, at + 1)),
  );
  await document.cleanup();
  return sheets;
}

async function readSheet(document: Awaited<ReturnType<typeof getDocumentProxy>>, number: number): Promise<Sheet> {
  const page = await document.getPage(number);
  const { height } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  let words = "";
  const starts: { at: number; left: number; top: number }[] = [];
  for (const item of items) {
    if (!("str" in item)) continue;
    const [, rise, , , left, bottom] = item.transform as number[];
    starts.push({ at: words.length, left: inMm(left ?? 0), top: inMm(height - (bottom ?? 0)) });
    // A word that is printed aslant over the sheet has wide gaps, which the reader of the PDF takes for blanks.
    if (rise === 0) words += item.hasEOL ? `${item.str} ` : item.str;
    else words += item.str.replaceAll(" ", "");
  }
  const placeOf = (text: string) => {
    const at = words.indexOf(text);
    return at === -1 ? undefined : starts.findLast((start) => start.at <= at);
  };
  return { words, placeOf };
}

const inMm = (points: number) => Math.round(points * MM_PER_POINT);
