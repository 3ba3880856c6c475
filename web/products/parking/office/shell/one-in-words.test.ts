import { expect, test } from "vitest";
import { exportTexts } from "../cases/list/case-export-texts.ts";
import { letterTexts } from "../letters/letter-texts.ts";
import { overviewTexts } from "../overview/overview-texts.ts";
import { importTexts } from "../permits/import-texts.ts";
import { officeTexts } from "./office-texts.ts";

test.each([
  [exportTexts.done("1"), "1 ärende exporterat"],
  [exportTexts.done("2"), "2 ärenden exporterade"],
  [officeTexts.casesInAll("1"), "1 ärende"],
  [officeTexts.casesInAll("2"), "2 ärenden"],
  [officeTexts.objectionsWaiting("1"), "1 bestridande väntar"],
  [officeTexts.objectionsWaiting("2"), "2 bestridanden väntar"],
  [letterTexts.ask.again(1), "Ta med 1 som redan är exporterat"],
  [letterTexts.ask.again(2), "Ta med 2 som redan är exporterade"],
  [importTexts.summary("1", "1"), "1 av 1 rad läggs till."],
  [importTexts.summary("1", "2"), "1 av 2 rader läggs till."],
  [importTexts.done("1"), "1 tillstånd är tillagt"],
  [importTexts.done("2"), "2 tillstånd är tillagda"],
  [overviewTexts.payments.share("1", "1", "100 %"), "1 av 1 bot (100 %) betalades inom 30 dagar."],
  [overviewTexts.payments.share("0", "2", "0 %"), "0 av 2 böter (0 %) betalades inom 30 dagar."],
])("one is singular, and more are plural: %s", (said, expected) => {
  expect(said).toBe(expected);
});
