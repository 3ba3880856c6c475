// Pages with a head of their own: made once for all visits of an address.
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { PageHead } from "./page-head.ts";
import { serveSite } from "./route.ts";
import { type Site, toFile } from "./site.ts";

const PAGE = `<!doctype html><meta name="description" content="List" /><title>List</title>${"<p>Home</p>".repeat(100)}`;

test("a page is made once for each head, and again when its head changes", async () => {
  let made = 0;
  const file = toFile("listings.html", Buffer.from(PAGE));
  // Making a page reads the tag of the drawn page, which is counted here.
  const drawn = {
    ...file,
    get etag() {
      made += 1;
      return file.etag;
    },
  };
  const site: Site = { find: (path) => (path === "/listings.html" ? drawn : undefined), scriptHashes: [] };
  let head: PageHead = { title: "Villa", description: "Nära havet" };
  const pages = { isKeyPage: () => false, drawnPage: () => "/listings.html" };
  const app = new Hono().get(
    "*",
    serveSite(site, pages, () => Promise.resolve(head)),
  );
  const visit = async () => {
    const answer = await app.request("/YSTAD", { headers: { accept: "text/html", "accept-encoding": "br" } });
    return [answer.headers.get("content-encoding"), answer.headers.get("etag")];
  };

  const first = await visit();
  expect(first[0]).toBe("br");
  for (let n = 0; n < 10; n += 1) expect(await visit()).toEqual(first);
  expect(made).toBe(1);
  head = { title: "Villa, såld", description: "Nära havet" };
  expect(await visit()).not.toEqual(first);
  expect(made).toBe(2);
});

test("two of many new pages are compressed at a time, and the others are sent uncompressed until their turn", async () => {
  const files = Array.from({ length: 50 }, (_, n) => toFile(`page-${n}.html`, Buffer.from(`${PAGE}${n}`)));
  const compress = () => Promise.all(files.map((file) => file.compressed("br")));
  expect((await compress()).filter((small) => small !== null)).toHaveLength(2);
  expect((await compress()).filter((small) => small !== null)).toHaveLength(4);
});
