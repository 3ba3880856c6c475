// A hand's mistakes in a plate (document 4 §4, `similar`), by the one list of rules, in the database and on the phone.
import { randomUUID } from "node:crypto";
import { type Arbitrary, assert, asyncProperty, array, constantFrom, integer, oneof, tuple } from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { alikePlates, FOLDED, foldPlate } from "#contract/alike-plates.ts";
import { plateKey } from "#contract/plate.ts";
import { knownFrom } from "#products/parking/attendant/offline/rules/known.ts";
import { rightOf, similarParkings } from "#products/parking/attendant/offline/rules/right-of.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/database.ts";
import { MISREAD_PLATES, NO_PLATES, SAME_PLATES } from "#tests/support/rows/misread-plates.ts";
import { SEVERAL_PRODUCTS } from "#tests/support/run/patience.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const SITE = "ostra-hamnen";
/** Same each time, and a part of the whole. */
const SEED = 34;
const [CARS, MISTAKES] = [40, isWhole ? 5000 : 600];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertRow(database.sql, "main_page_sites", { path: SITE });
});
afterAll(() => database.drop());

type Row = { id: string; plate: string; start: string; end: string };

/** Parks these plates at the site, alone there, and tells the phone of them. */
async function park(plates: readonly string[], now: number) {
  const { sql } = database;
  await sql`truncate parkings`;
  const rows: Row[] = plates.map((plate, at) => ({
    id: randomUUID(),
    plate,
    start: new Date(now - 3_600_000).toISOString(),
    // Some end at once.
    end: new Date(now + (1 + (at % 7)) * 600_000).toISOString(),
  }));
  await sql`insert into parkings (id, project_id, car_model, car_color, street, ref_number, start_time, end_time, created_at)
    select r.id, ${SITE}, 'Volvo', 'Röd', 'Kajen 1', r.plate, r.start, r.end, r.start
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (id uuid, plate text, start timestamptz, "end" timestamptz)`;
  return knownFrom({
    at: new Date(now).toISOString(),
    grace_minutes: 5,
    observation_minutes: 0,
    min_photos: 0,
    max_amount: null,
    parkings: rows.map(({ id, plate, start, end }) => [id, plate, start, end, start, "Volvo", "Röd", "Kajen 1", null]),
    permits: [],
    fines: [],
    checks: [],
  });
}

/** The key of each text, its right and the parkings that look like it, as the database says. */
async function askDatabase(typed: readonly string[], now: number) {
  return database.sql<{ key: string; outcome: string; alike: { parking_id: string; plate: string }[] }[]>`
    select k.key, (private.right_of(${SITE}, k.key, m.moment, 5)).outcome, private.similar_parkings(${SITE}, k.key, m.moment) as alike
    from unnest(${typed as string[]}::text[]) with ordinality t (typed, n), lateral (select private.plate_key(t.typed) as key) k,
      (select ${new Date(now).toISOString()}::timestamptz as moment) m order by t.n`;
}

/** Asks both about each text; they say the same. */
async function askBoth(known: Awaited<ReturnType<typeof park>>, typed: readonly string[], now: number) {
  const told = await askDatabase(typed, now);
  return told.map(({ key, outcome, alike }, at) => {
    expect(key).toBe(plateKey(typed[at] ?? ""));
    const own = similarParkings(known, key, now);
    expect([rightOf(known, key, now).outcome, own.map(({ id }) => id)], `${typed[at]}`).toEqual([
      outcome,
      alike.map(({ parking_id: id }) => id),
    ]);
    return { outcome, plates: alike.map(({ plate }) => plate) };
  });
}

test("signs are folded alike in the database and on the phone", async () => {
  const signs = [...FOLDED.keys(), ...Array.from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖÆß中")];
  const rows = await database.sql<{ folded: string }[]>`
    select private.fold_plate(sign) as folded from unnest(${signs}::text[]) with ordinality s (sign, n) order by n`;
  expect(rows.map(({ folded }) => folded)).toEqual(signs.map(foldPlate));
});

test.each(["ABC123", "HZV70", "SEABC123", "DKAB12345", "AA", "A", "ABCDEFGHIJKLM", "ΑΒ1", "NNO1NO"])(
  "the plates that a hand may have meant by %s are the same in both",
  async (key) => {
    const [row] = await database.sql<{ keys: string[] }[]>`select private.similar_keys(${key}) as keys`;
    const own = [...alikePlates(key).keys()].toSorted();
    expect([...new Set(row?.keys)].filter((plate) => plate !== "").toSorted()).toEqual(own);
  },
);

// Spec 4 §4: similar: running parkings
// Spec 4 §4: A right of
test("each writing of the table ends in the right answer or names the car", async () => {
  const now = Math.floor(Date.now() / 1000) * 1000;
  for (const [writings, outcome] of [
    [SAME_PLATES, "valid"],
    [MISREAD_PLATES, "none"],
  ] as const)
    for (const [typed, car] of writings) {
      // Whichever of the two is at the car, and whichever was registered.
      for (const [parked, asked] of [
        [car, typed],
        [typed, car],
      ] as const) {
        const [said] = await askBoth(await park([parked, "KKK 111"], now), [asked], now);
        expect({ asked, parked, ...said }).toEqual({
          asked,
          parked,
          outcome,
          plates: outcome === "valid" ? [] : [parked],
        });
      }
    }
});

const letters = Array.from("ABCDEFGHJKLMNOPRSTUWXYZ");
const digits = Array.from("0123456789");
const plate = tuple(
  ...[letters, letters, letters, digits, digits, [...digits, ...letters.filter((letter) => letter !== "O")]].map(
    (signs) => constantFrom(...signs),
  ),
).map((signs) => signs.join(""));

/** A mistake that a hand makes in a plate, by where it does it and a number that chooses. */
const SLIPS: readonly ((signs: string[], at: number, choice: number) => string)[] = [
  // A sign that is wrong, missing, doubled or swapped.
  (signs, at, choice) => signs.with(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ0123456789"[choice % 39] ?? "").join(""),
  (signs, at) => signs.toSpliced(at, 1).join(""),
  (signs, at) => signs.toSpliced(at, 0, signs[at] ?? "").join(""),
  (signs, at) => signs.toSpliced(at, 2, signs[at + 1] ?? "", signs[at] ?? "").join(""),
  // Any number of look-alikes, accents and letters of other alphabets.
  (signs, _at, choice) => signs.map((sign, n) => alikeSign(sign, (choice >> n) & 7)).join(""),
  (signs, at, choice) => {
    const code = ["S", "SE", "SWE", "N", "NO", "DK", "FIN", "D", "PL"][choice % 9] ?? "";
    return at < 3 ? `${code} ${signs.join("")}` : `${signs.join("")}-${code}`;
  },
];
const SAME_SIGNS = [
  "0OQÖОΟ",
  "1IL",
  "2ZŽ",
  "5SŠЅ",
  "8BВΒ",
  "AÅÄАΑ",
  "EÉЕΕ",
  "MМΜ",
  "TТΤ",
  "HНΗ",
  "KКΚ",
  "XХΧ",
  "YУΥ",
  "UÜÙ",
  "CČС",
];
function alikeSign(sign: string, choice: number): string {
  const alike = SAME_SIGNS.find((signs) => signs.includes(sign)) ?? sign;
  return alike[choice % alike.length] ?? sign;
}

const written: Arbitrary<(text: string) => string> = constantFrom(
  (text: string) => text,
  (text: string) => text.toLowerCase(),
  (text: string) => `${text.slice(0, 3)} ${text.slice(3)}`,
  (text: string) => `${text.slice(0, 3)}-${text.slice(3)} `,
);
const mistake = tuple(
  integer({ min: 0, max: CARS - 1 }),
  constantFrom(...SLIPS),
  integer({ min: 0, max: 5 }),
  integer({ min: 0, max: 1 << 16 }),
  written,
);

// Spec 4 §4: similar: running parkings
// Spec 4 §4: A right of
test("a check with any likely typing mistake finds the parking while it runs", SEVERAL_PRODUCTS, async () => {
  const now = Math.floor(Date.now() / 1000) * 1000;
  const size = 200;
  await assert(
    asyncProperty(
      array(plate, { minLength: CARS, maxLength: CARS }),
      array(mistake, { minLength: size, maxLength: size }),
      async (cars, mistakes) => {
        const known = await park(cars, now);
        const typed = mistakes.map(([car, slip, at, choice, write]) =>
          write(slip(Array.from(cars[car] ?? ""), Math.min(at, 5), choice)),
        );
        for (const [at, { outcome, plates }] of (await askBoth(known, typed, now)).entries()) {
          expect(outcome === "valid" || plates.length > 0, `${typed[at]} for ${cars[mistakes[at]?.[0] ?? 0]}`).toBe(
            true,
          );
          expect(plates.length).toBeLessThanOrEqual(3);
        }
      },
    ),
    { seed: SEED, numRuns: MISTAKES / size, endOnFailure: true },
  );
});

test("both say the same of any text", SEVERAL_PRODUCTS, async () => {
  const now = Math.floor(Date.now() / 1000) * 1000;
  const text = array(constantFrom(...Array.from("AABO0QI1LS5Z2SENDK8ÅÖО")), { minLength: 1, maxLength: 9 }).map(
    (signs) => signs.join(""),
  );
  await assert(
    asyncProperty(array(oneof(text, plate), { maxLength: 60 }), array(text, { maxLength: 60 }), async (cars, typed) => {
      await askBoth(await park(cars, now), typed, now);
    }),
    { seed: SEED, numRuns: isWhole ? 40 : 5 },
  );
});

// Spec rules §3: The visitor's form
test("a plate without a letter or a digit is refused; one that stands there stays", async () => {
  const { sql } = database;
  const [now] = await sql`select convalidated from pg_constraint where conname = 'parkings_ref_number_seen'`;
  expect(now?.["convalidated"]).toBe(false);
  for (const plateless of NO_PLATES)
    await expect(insertRow(sql, "parkings", { project_id: SITE, ref_number: plateless })).rejects.toMatchObject({
      constraint_name: "parkings_ref_number_seen",
    });
});

test("a text that is far too long for a plate is not read as one", async () => {
  // A visitor's row of a megabyte of these took two seconds before it was refused, and the others waited.
  const [keys] = await database.sql`
    select private.plate_key(repeat('a', 200)) as most, private.plate_key(repeat('ﷺ', 201)) as more, private.plate_key('ﷺ') as one`;
  expect(keys).toEqual({ most: "A".repeat(200), more: "", one: plateKey("ﷺ") });
});
