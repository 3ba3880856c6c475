import { describe, expect, test } from "vitest";
import type { Change } from "../live.ts";
import { withoutRow } from "../keyset-pages.ts";
import { applyParkingChange, type ParkingPages } from "./live.ts";
import type { Parking } from "./queries.ts";

const parking = (id: string, minute: number, over: Partial<Parking> = {}): Parking => ({
  id,
  project_id: "ostra-hamnen",
  car_model: "Volvo V70",
  car_color: "Blå",
  street: "Åkergränd 1",
  ref_number: "ABC123",
  discord_username: null,
  start_time: "2026-11-21T08:00:00+00:00",
  end_time: "2026-11-21T10:00:00+00:00",
  created_at: `2026-11-21T08:${String(minute).padStart(2, "0")}:00+00:00`,
  active: true,
  ...over,
});

const pagesOf = (...pages: Parking[][]): ParkingPages => ({
  pages: pages.map((rows) => ({ rows, next: null })),
  pageParams: pages.map(() => null),
});
const idsOf = (data: ParkingPages) => data.pages.map(({ rows }) => rows.map((row) => row.id));

const about = { schema: "public", table: "parkings", commit_timestamp: "", errors: [] };
const written = (eventType: "INSERT" | "UPDATE", row: Parking) =>
  ({
    ...about,
    eventType,
    new: row,
    old: {},
  }) as unknown as Change<"parkings">;
const removed = (id: string) =>
  ({ ...about, eventType: "DELETE", new: {}, old: { id } }) as unknown as Change<"parkings">;

describe("a live change of the list", () => {
  const data = pagesOf([parking("c", 30), parking("b", 20)], [parking("a", 10)]);

  test("a new parking comes first", () => {
    expect(idsOf(applyParkingChange(data, written("INSERT", parking("d", 40))))).toEqual([["d", "c", "b"], ["a"]]);
  });

  test("two parkings that arrive in the wrong order stand in the table's order", () => {
    expect(idsOf(applyParkingChange(data, written("INSERT", parking("d", 25))))).toEqual([["c", "d", "b"], ["a"]]);
  });

  test("a parking that is already on the page is replaced, not doubled", () => {
    const next = applyParkingChange(data, written("INSERT", parking("a", 10, { street: "Storgatan 2" })));
    expect(idsOf(next)).toEqual([["c", "b"], ["a"]]);
    expect(next.pages[1]?.rows[0]?.street).toBe("Storgatan 2");
  });

  test("a removed parking leaves whichever page it was on", () => {
    expect(idsOf(applyParkingChange(data, removed("a")))).toEqual([["c", "b"], []]);
  });

  test("a page that loses a row still says where the next page starts", () => {
    const next = { created_at: "2026-11-21T08:20:00+00:00", id: "b", size: 200 };
    const more = { pages: [{ rows: [parking("c", 30), parking("b", 20)], next }], pageParams: [null] };
    expect(withoutRow(more, "b").pages[0]).toMatchObject({ rows: [{ id: "c" }], next });
    expect(applyParkingChange(more, removed("c")).pages[0]?.next).toEqual(next);
    expect(applyParkingChange(more, written("INSERT", parking("d", 40))).pages[0]?.next).toEqual(next);
  });

  test("a removal or update of a row that is not loaded changes nothing", () => {
    expect(applyParkingChange(data, removed("x"))).toBe(data);
    expect(applyParkingChange(data, written("UPDATE", parking("x", 5)))).toBe(data);
  });

  test("a parking that this window removed leaves its page", () => {
    expect(idsOf(withoutRow(data, "b"))).toEqual([["c"], ["a"]]);
  });

  test("under a search only matching parkings arrive, in any case of letters", () => {
    expect(applyParkingChange(data, written("INSERT", parking("d", 40)), "saab")).toBe(data);
    expect(idsOf(applyParkingChange(data, written("INSERT", parking("d", 40)), "ÅKERGRÄND"))).toEqual([
      ["d", "c", "b"],
      ["a"],
    ]);
  });

  test("a changed row that no longer matches the search leaves the list", () => {
    const next = applyParkingChange(data, written("UPDATE", parking("b", 20, { street: "Storgatan 2" })), "åkergränd");
    expect(idsOf(next)).toEqual([["c"], ["a"]]);
  });
});
