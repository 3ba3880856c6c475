// Listings as search engines and link previews find them: they read answers, and run no script.
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

const PUBLIC = "https://parking.example.org";
const PAGE = `<!doctype html><html><head><meta name="description" content="Registrera parkering" />\n<title>Real estate</title></head><p>list</p></html>`;
const TITLE = `Villa "Havet" <script>$& & trädgård`;

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "parkering-found-"));
  mkdirSync(join(folder, "assets"));
  for (const name of ["index", "app", "listings", "case"]) writeFileSync(join(folder, `${name}.html`), PAGE);
  writeFileSync(join(folder, "robots.txt"), readFileSync("web/public/robots.txt"));
  server = await startTestServer({ webDir: folder, publicUrl: PUBLIC });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const read = async (path: string, base = server.url) => {
  const answer = await fetch(base + path, { headers: { accept: "text/html" } });
  return { status: answer.status, text: await answer.text() };
};
const property = (values: object) =>
  insertRow(server.sql, "properties", {
    id: randomUUID(),
    title: TITLE,
    city: "Ystad",
    short_description: "Nära havet",
    image_urls: ["data:image/png;base64,AAAA", "/properties/farm.svg", "https://pictures.example/2.jpg"],
    ...values,
  });

// Spec rules §13: A shared link
test("a property's address answers its title, description and picture", async () => {
  const id = await property({});
  const { text } = await read(`/YSTAD?show=sale&property=${id}`);
  const title = "Villa &quot;Havet&quot; &lt;script&gt;$&amp; &amp; trädgård · Ystad";
  for (const part of [
    `<title>${title}</title>`,
    `<meta property="og:title" content="${title}" />`,
    `<meta name="description" content="Nära havet" />`,
    `<meta property="og:image" content="${PUBLIC}/properties/farm.svg" />`,
    `<meta property="og:url" content="${PUBLIC}/YSTAD?property=${id}" />`,
    `<link rel="canonical" href="${PUBLIC}/YSTAD?property=${id}" />`,
    "<p>list</p>",
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("Registrera parkering");
});

// Spec rules §13: A shared link
test("a property that the public may not see, and one that is not there, answer as the list does", async () => {
  const list = (await read("/YSTAD")).text;
  expect(list).toContain("<title>Homes in and around Ystad · Ystadbostäder</title>");
  for (const status of ["pending", "off_market"]) {
    expect((await read(`/YSTAD?property=${await property({ status })}`)).text).toBe(list);
  }
  for (const query of ["?property=b0570000-0000-4000-8000-00000000dead", "?property=1'or'1", "?show=sold"])
    expect((await read(`/YSTAD${query}`)).text).toBe(list);
  expect((await read(`/YSTAD?property=${await property({ status: "sold" })}`)).text).toContain("og:title");
});

// Spec rules §13: The sitemap has
test("the sitemap has the list and what is for sale, robots.txt names it and allows nothing else", async () => {
  const [sale, hidden] = [await property({}), await property({ status: "off_market" })];
  const { text } = await read("/sitemap.xml");
  expect(text).toContain(`<loc>${PUBLIC}/YSTAD</loc>`);
  expect(text).toContain(`<loc>${PUBLIC}/YSTAD?property=${sale}</loc>`);
  expect(text).not.toContain(hidden);
  const robots = (await read("/robots.txt")).text;
  expect(robots).toContain(`Sitemap: ${PUBLIC}/sitemap.xml\n`);
  const allowed = [...robots.matchAll(/^Allow: (.*)$/gm)].map(([, path]) => path);
  // A preview's server asks robots.txt for the picture too.
  const pictures = ["/properties/", "/storage/v1/object/public/property-images/"];
  const found = ["/$", "/YSTAD$", "/YSTAD?property=", ...pictures, "/assets/", "/config.json", "/sitemap.xml"];
  expect(allowed).toEqual(found);
  expect(robots).toContain("\nDisallow: /\n");
  for (const path of ["/", "/case", "/YSTAD/brokers"]) expect((await read(path)).text).toBe(PAGE);
});

test("without a public address nothing is named wrongly, and without its database the list opens", async () => {
  const bare = await startTestServer({ webDir: folder });
  const id = await insertRow(bare.sql, "properties", { id: randomUUID(), title: "Villa", front_image_url: "/a.jpg" });
  const { text } = await read(`/YSTAD?property=${id}`, bare.url);
  expect(text).toContain('<meta property="og:title" content="Villa · ');
  expect(text).not.toMatch(/og:url|og:image|canonical/);
  expect((await read("/robots.txt", bare.url)).text).not.toContain("Sitemap");
  await bare.sql`alter table properties rename to properties_away`;
  expect(await read(`/YSTAD?property=${id}`, bare.url)).toEqual({ status: 200, text: PAGE });
  await bare.stop();
});
