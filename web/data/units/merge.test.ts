import { expect, test } from "vitest";
import { mergeEdit } from "./merge.ts";

const unit = {
  unit_number: "31-1010",
  location: "Malmö",
  status: "AVAILABLE",
  occupation: "Patrull",
  vehicle_type: "Volvo V90",
  operational_status: "ACTIVE",
  crew: "",
};

test.each([
  ["nobody else changed anything", { occupation: "Ledning" }, {}, { occupation: "Ledning" }, []],
  [
    "somebody else changed another field",
    { occupation: "Ledning" },
    { status: "BUSY" },
    { occupation: "Ledning", status: "BUSY" },
    [],
  ],
  [
    "somebody else changed the same field",
    { occupation: "Ledning" },
    { occupation: "Trafik" },
    { occupation: "Ledning" },
    ["occupation"],
  ],
  ["both changed the same field alike", { status: "BUSY" }, { status: "BUSY" }, { status: "BUSY" }, []],
  ["nothing was touched", {}, { status: "BUSY", location: "Lund" }, { status: "BUSY", location: "Lund" }, []],
])("where %s, an edit sends its own fields and the newer others", (_name, typed, now, values, conflicts) => {
  expect(mergeEdit(unit, { ...unit, ...typed }, { ...unit, ...now })).toEqual({
    values: { ...unit, ...values },
    conflicts,
  });
});
