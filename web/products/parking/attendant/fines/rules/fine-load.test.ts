import { expect, test } from "vitest";
import { DataError } from "#data/data-error.ts";
import { loadProblem } from "./fine-load.ts";

const parking = { id: "a", project_id: "ostra-hamnen" };
const answer = {
  isFetchedAfterMount: true,
  data: undefined as { project_id: string | null } | null | undefined,
  error: null as unknown,
};

// Spec rules §4: A fine for
test.each([
  ["without a parking in the address", "", answer, "none-chosen"],
  ["before the answer", "a", { ...answer, isFetchedAfterMount: false }, undefined],
  [
    "before the new answer, with an older failure",
    "a",
    { ...answer, isFetchedAfterMount: false, error: new Error() },
    undefined,
  ],
  ["with the parking", "a", { ...answer, data: parking }, undefined],
  ["with another site's parking", "a", { ...answer, data: { project_id: "standard" } }, "not-found"],
  ["with a parking of no site", "a", { ...answer, data: { project_id: null } }, "not-found"],
  ["with the site's code in another spelling", "a", { ...answer, data: { project_id: "Ostra-Hamnen" } }, undefined],
  ["when it is gone", "a", { ...answer, data: null }, "not-found"],
  ["when the key is none", "x", { ...answer, error: new DataError("22P02", "invalid input syntax", 400) }, "not-found"],
  ["when the database is away", "a", { ...answer, error: new DataError("network", "Failed to fetch") }, "failed"],
  ["when it is away and an older answer is known", "a", { ...answer, data: parking, error: new Error() }, "failed"],
])("%s", (_case, parkingId, given, problem) => {
  expect(loadProblem("ostra-hamnen", parkingId, given)).toBe(problem);
});

test("routes without a project find the parkings of all projects", () => {
  for (const project_id of ["standard", null]) {
    expect(loadProblem(undefined, "a", { ...answer, data: { project_id } })).toBeUndefined();
  }
});
