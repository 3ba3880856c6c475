// Statements that a crowd of visitors of the public listings costs the database.
import { expect, test } from "vitest";
import type { Database } from "#server/database/driver/connect.ts";
import { createPageHeads, createSitemap } from "./listings-found.ts";
import { createSecurityContact } from "./security-contact.ts";

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** A database that counts its statements, and how many of them are asked at the same time. */
function countingDatabase() {
  const seen = { statements: 0, most: 0 };
  let now = 0;
  const query = async ({ values }: { values: unknown[] }) => {
    seen.statements += 1;
    seen.most = Math.max(seen.most, (now += 1));
    await new Promise((resolve) => setTimeout(resolve, 5));
    now -= 1;
    const [ids] = values;
    const rows = (Array.isArray(ids) ? (ids as string[]) : [idOf(0)]).map((id) => ({
      id,
      day: "2026-11-27",
      email: "trygg@parkering.example",
      title: `Villa ${Number(id.slice(-12))}`,
      description: "Nära havet",
      pictures: [],
    }));
    return { rows };
  };
  return { seen, database: { query } as unknown as Database };
}

test("four hundred pages at once hold one connection, and each has the head of its own property", async () => {
  const { seen, database } = countingDatabase();
  const findHead = createPageHeads(database, "https://parking.example.org");
  const heads = await Promise.all(
    Array.from({ length: 400 }, (_, n) =>
      findHead({ path: "/YSTAD", query: new URLSearchParams({ property: idOf(n) }) }),
    ),
  );
  expect(heads.map((head) => head?.title)).toEqual(Array.from({ length: 400 }, (_, n) => `Villa ${n}`));
  expect(seen).toEqual({ statements: 1, most: 1 });
});

test("a hundred who ask for the sitemap or the contact at once share one question, and the sitemap's bytes", async () => {
  const { seen, database } = countingDatabase();
  const sitemap = createSitemap(database, "https://parking.example.org");
  const files = await Promise.all(Array.from({ length: 100 }, () => sitemap()));
  expect(new Set(files.map((file) => file?.body)).size).toBe(1);
  const contact = createSecurityContact(database);
  const contacts = await Promise.all(Array.from({ length: 100 }, () => contact()));
  expect([...new Set(contacts)]).toEqual(["mailto:trygg@parkering.example"]);
  expect(seen).toEqual({ statements: 2, most: 1 });
});
