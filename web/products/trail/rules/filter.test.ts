import { expect, test } from "vitest";
import { filterOf, NO_FILTER } from "./filter.ts";

test("an empty filter matches everything", () => {
  expect(filterOf(NO_FILTER)).toEqual({ project: "", actor: "", action: "", subject: "", from: "", before: "" });
});

test("a site's own screen filters by its site, whatever the field says", () => {
  expect(filterOf({ ...NO_FILTER, project: "annan" }, "ostra-hamnen").project).toBe("ostra-hamnen");
  expect(filterOf({ ...NO_FILTER, project: " standard ", actor: " vakt01 " })).toMatchObject({
    project: "standard",
    actor: "vakt01",
  });
});

test("both days count whole, also over the end of a month", () => {
  const { from, before } = filterOf({ ...NO_FILTER, from: "2026-01-30", to: "2026-01-31" });
  expect(from).toBe(new Date(2026, 0, 30).toISOString());
  expect(before).toBe(new Date(2026, 1, 1).toISOString());
});
