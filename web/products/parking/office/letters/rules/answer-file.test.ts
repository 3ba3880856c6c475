import { expect, test } from "vitest";
import { answersOf } from "./answer-file.ts";

const HEAD = ["Ärendenummer", "Svar", "Belopp", "Datum"];
const TODAY = "2026-11-27";
const rowOf = (...cells: string[]) => answersOf([HEAD, cells], TODAY);
const faultOf = (...cells: string[]) => {
  const file = rowOf(...cells);
  return "faults" in file ? file.faults[0]?.text : file.problem;
};

// Spec rules §4: A debt collector's answers
test("money that was paid there has its öre and its day", () => {
  expect(rowOf("12345674", "Betalt", "1 234,50", "2026-11-20")).toEqual({
    rows: [{ line: 2, case_number: "12345674", answer: "paid", ore: 123_450, day: "2026-11-20" }],
    faults: [],
  });
  expect(rowOf("1234567", "Delbetalning", "700", "20261120")).toMatchObject({
    rows: [{ case_number: "01234567", ore: 70_000, day: "2026-11-20" }],
  });
});

// Spec rules §4: A debt collector's answers
test.each([
  ["Nedlagt", "ceased"],
  ["Återlämnat", "ceased"],
  ["Saknar tillgångar", "unpayable"],
  ["OBETALBART", "unpayable"],
])("%s is %s, whatever else stands in the row", (word, answer) => {
  expect(rowOf("12345674", word, "", "")).toMatchObject({ rows: [{ answer, ore: 0 }], faults: [] });
});

test.each([
  [["1234", "Betalt", "700", "2026-11-20"], "ärendenumret ska ha 8 siffror"],
  [["12345674", "Ringt", "700", "2026-11-20"], "svaret är inget som kan läsas in"],
  [["12345674", "Betalt", "", "2026-11-20"], "beloppet kan inte läsas"],
  [["12345674", "Betalt", "-700", "2026-11-20"], "beloppet kan inte läsas"],
  [["12345674", "Betalt", "700", "2026-02-30"], "dagen kan inte läsas, eller har inte varit än"],
  [["12345674", "Betalt", "700", "2026-11-28"], "dagen kan inte läsas, eller har inte varit än"],
])("%j is left out with its reason", (cells, fault) => {
  expect(faultOf(...cells)).toBe(fault);
});

test("a table that is no file of answers says so", () => {
  expect(
    answersOf(
      [
        ["Namn", "Svar"],
        ["Åsa", "Betalt"],
      ],
      TODAY,
    ),
  ).toEqual({ problem: "Filen saknar kolumnen Ärendenummer." });
  expect(answersOf([["Ärendenummer"], ["12345674"]], TODAY)).toEqual({ problem: "Filen saknar kolumnen Svar." });
  expect(answersOf([HEAD, [" "]], TODAY)).toEqual({ problem: "Filen har inga rader." });
});
