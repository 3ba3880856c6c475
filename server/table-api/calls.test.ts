import { expect, test } from "vitest";
import { readWork } from "./calls.ts";
import { readWishes, readQuery } from "./query.ts";
import type { Table } from "./schema.ts";

const fines: Table = {
  name: "fines",
  columns: new Map([
    ["id", "plain"],
    ["status", "plain"],
  ]),
  hidden: [],
  keys: ["id"],
  writers: { insert: [], update: [], delete: [] },
};
const work = (query: string, prefer?: string) =>
  readWork(
    fines,
    readQuery(query),
    readWishes((name) => (name === "prefer" ? prefer : undefined)),
    false,
  );

test.each(["id=eq.1", "select=status&id=eq.1", "id=eq.1&status=neq.paid&limit=1000", "id=eq.1&offset=0&limit=1"])(
  "%s finds one row at once",
  (query) => {
    expect(work(query)).toMatchObject({ weight: "short", isLong: false });
    expect(work(query, "count=exact")).toMatchObject({ weight: "short", isLong: false });
  },
);

test.each(["", "status=eq.paid", "id=neq.1", "id=in.(1,2)", "or=(id.eq.1,status.eq.paid)", "id=gt.1", "id=is.null"])(
  "%s may find many rows, and takes long",
  (query) => {
    expect(work(query)).toMatchObject({ weight: "long", isLong: true });
    const few = [query, "limit=10"].filter(Boolean).join("&");
    expect(work(few)).toMatchObject({ weight: "short", isLong: false });
    expect(work(few, "count=exact")).toMatchObject({ weight: "long" });
  },
);
