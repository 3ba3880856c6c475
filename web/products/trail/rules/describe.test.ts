import { expect, test } from "vitest";
import { changesOf, nameOfAction, nameOfKind, nameOfRow, nameOfSubject, sentenceOf } from "./describe.ts";

const sentences = (entry: Parameters<typeof changesOf>[0]) => changesOf(entry).map(sentenceOf);

test("a review is described only by its changes", () => {
  const before = { id: "1", attendant_user_id: "vakt01", status: "pending", approved: false, reviewed_by: null };
  const after = {
    ...before,
    status: "approved",
    approved: true,
    reviewed_by: "admin01",
    updated_at: "2026-01-01T00:00:00Z",
  };
  expect(sentences({ before, after })).toEqual([
    "Status: Väntar → Godkänd",
    "Godkänt: Nej → Ja",
    "Granskat av: Ej angivet → admin01",
  ]);
});

test("a created or removed row is described whole, without its key and its empty columns", () => {
  const row = {
    id: "1",
    street: "Åkergränd 1",
    discord_username: null,
    image_urls: ["a", "b"],
    features: ["kök", "hiss"],
    active: true,
  };
  const told = ["Gata: Åkergränd 1", "Bilder: 2 st", "Egenskaper: kök, hiss", "Aktiv: Ja"];
  expect(sentences({ before: null, after: row })).toEqual(told);
  expect(sentences({ before: row, after: null })).toEqual(told);
});

test("a changed password is named, without its value", () => {
  expect(sentences({ before: { secret: "old" }, after: { secret: "new" } })).toEqual(["Lösenord: dolt → nytt, dolt"]);
});

test.each([
  [{ ref_number: "ABC 123", id: "1" }, "ABC 123"],
  [{ id: "1", user_id: "vakt01" }, "vakt01"],
  [{ id: "1", path: "standard", name: "Standardparkeringen" }, "standard"],
  [{ id: "1" }, ""],
  [null, ""],
])("%j is named %j", (after, name) => {
  expect(nameOfRow({ before: null, after })).toBe(name);
});

test("a column without a word keeps its name", () => {
  expect([nameOfAction("insert"), nameOfKind("admin"), nameOfSubject("parkings")]).toEqual([
    "Skapat",
    "Administratör",
    "Parkering",
  ]);
  expect([nameOfAction("x"), nameOfKind("constructor"), nameOfSubject("toString")]).toEqual([
    "x",
    "constructor",
    "toString",
  ]);
  expect(sentences({ before: null, after: { ny_kolumn: 3 } })).toEqual(["ny_kolumn: 3"]);
});
