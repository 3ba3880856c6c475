import { once } from "node:events";
import { expect, test } from "vitest";
import "@supabase/lite/postgres";
import { repairWarnings } from "./repair-warnings.ts";

test("a warning may be an error object", async () => {
  const error = new Error("as Node warns of a rejection");
  expect(() => process.emitWarning(error)).toThrow("includes");
  repairWarnings();
  const warned = once(process, "warning");
  process.emitWarning(error);
  expect(await warned).toEqual([error]);
});
