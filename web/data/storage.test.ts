import { expect, test } from "vitest";
import { isPath, reachableAddress } from "./storage.ts";

const HERE = "http://localhost:3000";

test.each([
  [
    "stored under another name of the same machine",
    "http://127.0.0.1:3000/storage/v1/object/public/shift-images/vakt01/1-a.jpg",
    "http://localhost:3000/storage/v1/object/public/shift-images/vakt01/1-a.jpg",
  ],
  [
    "stored where the back end was before",
    "https://old.example/storage/v1/object/public/shift-images/vakt01/1-a.jpg",
    "http://localhost:3000/storage/v1/object/public/shift-images/vakt01/1-a.jpg",
  ],
  ["an address in another bucket", "https://old.example/storage/v1/object/public/other/a.jpg", undefined],
  ["an address of another kind", "/bilder/a.jpg", undefined],
])("a photo's address %s", (_what, stored, expected) => {
  expect(reachableAddress(stored, HERE)).toBe(expected ?? stored);
});

test("the back end's address may end with a slash", () => {
  expect(reachableAddress("http://x/storage/v1/object/public/shift-images/a", `${HERE}/`)).toBe(
    `${HERE}/storage/v1/object/public/shift-images/a`,
  );
});

test.each([
  ["4b8f7c9e-0000-4000-8000-000000000000/1-a.jpg", true],
  ["vakt01/1-a.jpg", true],
  ["http://127.0.0.1:3000/storage/v1/object/public/shift-images/vakt01/1-a.jpg", false],
  ["/bilder/a.jpg", false],
  ["data:image/png;base64,AAAA", false],
])("%s is a path: %s", (stored, expected) => {
  expect(isPath(stored)).toBe(expected);
});
