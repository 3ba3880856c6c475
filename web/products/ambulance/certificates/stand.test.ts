import { expect, test } from "vitest";
import type { Certificate, CertificateType } from "#data/certificates/queries.ts";
import { expiringOf, missingOf, standOf } from "./stand.ts";

const TODAY = "2026-11-27";
const certificate = (expires_on: string | null): Certificate => ({
  employee_id: "A",
  name: null,
  type_id: "t",
  type: "HLR",
  warn_days: 30,
  issued_on: "2026-01-01",
  expires_on,
  checked_by: "aseadmin",
  checked_at: "2026-01-01T08:00:00Z",
});
const type: CertificateType = { id: "t", name: "HLR", warn_days: 10, positions: ["Paramedic"], is_active: true };

const own = (expires_on: string | null) =>
  expiringOf([{ id: "c", type_id: "t", expires_on }], [type], TODAY).map(({ day, isExpired }) => [day, isExpired]);

// Spec 5 §7: /ASE/admin-dashboard: beside the employee table
test("a certificate holds on its last day, is told for 30 days before, and is expired after it", () => {
  const days = ["2026-11-26", TODAY, "2026-12-27", "2026-12-28", null];
  const { expired, soon, valid } = standOf(days.map(certificate), TODAY);
  expect([expired, soon, valid].map((list) => list.map(({ expires_on: day }) => day))).toEqual([
    ["2026-11-26"],
    [TODAY, "2026-12-27"],
    ["2026-12-28", null],
  ]);
});

test("missing is what an own position needs", () => {
  const people = ["A", "B", "C"].map((employee_id) => ({
    id: employee_id,
    account_id: null,
    employee_id,
    name: null,
    created_at: "",
    renamed_from: null,
    deactivated_at: null,
  }));
  const positions = [
    { employee_id: "A", position: "Paramedic" },
    { employee_id: "B", position: "Paramedic" },
    { employee_id: "C", position: "Driver" },
  ];
  const missing = (types: CertificateType[]) =>
    missingOf(people, positions, types, [certificate(null)]).map(({ employee_id: who }) => who);
  expect(missing([type])).toEqual(["B"]);
  expect(missing([{ ...type, is_active: false }])).toEqual([]);
});

// Spec 5 §7: Screens. /ASE/employee-dashboard: document
test("an employee reads of own certificates as many days before as the kind says", () => {
  expect(own("2026-12-08")).toEqual([]);
  expect(own("2026-12-07")).toEqual([["2026-12-07", false]]);
  expect(own("2026-11-26")).toEqual([["2026-11-26", true]]);
  expect(own(null)).toEqual([]);
});
