import { readablePlate } from "#contract/plate.ts";
import type { DocumentTexts } from "#parking/kernel/notice/notice-texts.ts";
import { fineTexts } from "./fine-texts.ts";

/** The title of a fine's page, which names the car once it is known, and a description where the screen has room. */
export function headOf({ pageTitle, pageDescription }: DocumentTexts, opened: string | null, plate: string) {
  if (opened !== null) return { title: fineTexts.storedTitle };
  return {
    title: plate.trim() === "" ? pageTitle : fineTexts.ofCar(readablePlate(plate)),
    description: <span className="max-sm:hidden">{pageDescription}</span>,
  };
}
