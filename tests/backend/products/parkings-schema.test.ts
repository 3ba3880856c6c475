// The form and the database refuse the same parkings, whoever writes, and accept the same.
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ParkingInput, parkingSchema } from "#data/parkings/schema.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const VALID: ParkingInput = {
  car_model: "Volvo V60",
  car_color: "Röd",
  street: "Åkergränd 1",
  ref_number: "ABC123",
  discord_username: "",
  start_time: "2026-11-21T08:00:00.000Z",
  end_time: "2026-11-21T10:00:00.000Z",
};
const schema = parkingSchema("Sluttiden kan inte vara före starttiden", "Ange numret");

async function errorCodeOf(row: object): Promise<string | undefined> {
  const { error } = await server.client().from("parkings").insert(row);
  return error?.code;
}

describe("accepted by both", () => {
  test.each<[string, Partial<ParkingInput>]>([
    ["an ordinary parking", {}],
    ["an end that is the start", { end_time: VALID.start_time }],
    [
      "the longest texts",
      {
        car_model: "m".repeat(200),
        car_color: "f".repeat(100),
        street: "g".repeat(200),
        ref_number: "P".repeat(50),
        discord_username: "d".repeat(100),
      },
    ],
    ["Swedish letters and signs", { street: "Öster om ån 1 % _ ' \\", car_color: "Ärtgrön" }],
  ])("%s", async (_name, over) => {
    const parsed = v.safeParse(schema, { ...VALID, ...over });
    expect(parsed.success).toBe(true);
    expect(await errorCodeOf(parsed.output as object)).toBeUndefined();
  });
});

// Spec rules §11: The database refuses
describe("refused by both", () => {
  test.each<[string, Partial<ParkingInput>, string]>([
    ["an end before the start", { end_time: "2026-11-21T07:59:59.000Z" }, "23514"],
    ["no model", { car_model: "  " }, "23514"],
    ["no colour", { car_color: "" }, "23514"],
    ["no street", { street: "" }, "23514"],
    ["no plate", { ref_number: " " }, "23514"],
    ["a plate without a letter or a digit", { ref_number: "!!!" }, "23514"],
    ["a model that is too long", { car_model: "m".repeat(201) }, "23514"],
    ["a colour that is too long", { car_color: "f".repeat(101) }, "23514"],
    ["a street that is too long", { street: "g".repeat(201) }, "23514"],
    ["a plate that is too long", { ref_number: "P".repeat(51) }, "23514"],
    ["a Discord name that is too long", { discord_username: "d".repeat(101) }, "23514"],
    ["a time that is none", { start_time: "igår" }, "22007"],
  ])("%s", async (_name, over, code) => {
    const row = { ...VALID, ...over };
    expect(v.safeParse(schema, row).success).toBe(false);
    expect(await errorCodeOf(row)).toBe(code);
  });
});
