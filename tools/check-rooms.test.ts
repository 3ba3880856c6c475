// @vitest-environment node
import { expect, test } from "vitest";
import { circlesOf, roomOf, roomProblems } from "./check-rooms.mjs";

const at = (path: string, ...specifiers: string[]) =>
  [path, specifiers.map((specifier) => `export { thing } from "${specifier}";\n`).join("")] as const;

test("no room imports another in a circle, each has its place, and the lint's walls are fresh", () => {
  expect(roomProblems(process.cwd())).toEqual([]);
});

test("rooms in a circle are named with the imports that close it, over a third room and by a dynamic import too", () => {
  const parking = "web/products/parking";
  const [queue, phone, draft] = [
    `${parking}/attendant/queue/a.ts`,
    `${parking}/attendant/offline/b.ts`,
    `${parking}/kernel/drafts/c.ts`,
  ];
  const files = [
    at(queue, "../offline/b.ts"),
    at(phone, "#parking/kernel/drafts/c.ts"),
    [draft, 'void import("#parking/attendant/queue/a.ts");'] as const,
    at(`${parking}/office/case/d.ts`, "./e.ts", "../../attendant/queue/a.ts"),
  ];
  expect(circlesOf(files)).toEqual([`${queue} → ${phone}`, `${phone} → ${draft}`, `${draft} → ${queue}`]);
});

test("a room in a room belongs to it", () => {
  expect(roomOf("web/products/parking/attendant/fines/issuing/deliver.ts")).toBe("parking/attendant/fines");
  expect(roomOf("web/products/parking/driver/rules/in-words.ts")).toBe("parking/driver");
  expect(roomOf("web/products/taxi/screens/a-screen.tsx")).toBe("taxi/screens");
  const up = at("web/products/parking/attendant/fines/issuing/deliver.ts", "../fine-texts.ts");
  const down = at("web/products/parking/attendant/fines/fine-form.ts", "./issuing/deliver.ts");
  expect(circlesOf([up, down])).toEqual([]);
});
