// Tables with a row that nobody wrote, and the row's values.
import { expect, it } from "vitest";
import { plainRows } from "#tests/support/rows/plain-rows.ts";

const table = (name: string, ...columns: string[]) => `
create table public.${name} (
  id uuid default gen_random_uuid() not null,
${columns.map((column) => `  ${column},`).join("\n")}
  constraint ${name}_pkey PRIMARY KEY (id)
);
CREATE INDEX ${name}_idx ON public.${name} USING btree (id);
`;

const WORDS = ["word text not null", "note text", "place text default ''::text not null"];
const GENERATED = "word_key text generated always as (upper(word)) stored not null";

it("gives a text to each column that has to be given", () => {
  expect(plainRows(table("words", ...WORDS, GENERATED) + table("signs", "sign text not null"), [])).toEqual({
    words: { word: "Text of word" },
    signs: { sign: "Text of sign" },
  });
});

it("leaves out what is written elsewhere", () => {
  expect(plainRows(table("words", ...WORDS) + table("moments", "at date not null"), ["moments"])).toEqual({
    words: { word: "Text of word" },
  });
});

it.each([
  ["another type", ["at timestamp with time zone not null", ...WORDS], "words (at)"],
  ["a site", ["site_id uuid", ...WORDS], "words (site_id)"],
  ["an owner", [...WORDS, "account_id uuid not null"], "words (account_id)"],
  ["nothing that has to be given", ["note text"], "words (nothing has to be given)"],
])("asks for a row by hand where a table has %s", (_what, columns, told) => {
  expect(() => plainRows(table("words", ...columns), [])).toThrow(`${told} needs a row in tests/support/rows/rows.ts`);
});
