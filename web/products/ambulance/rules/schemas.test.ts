import * as v from "valibot";
import { expect, test } from "vitest";
import { employeeLoginSchema, employeeSchema, employeeWithPasswordSchema } from "./schemas.ts";

const messagesOf = (schema: v.GenericSchema, typed: object) =>
  (v.safeParse(schema, typed).issues ?? []).map(({ message }) => message);

test.each([
  ["", ["Please enter your Employee ID"]],
  ["  ", ["Please enter your Employee ID"]],
  ["ASE-001", []],
])("the ID %j to log in with", (userId, messages) => {
  expect(messagesOf(employeeLoginSchema, { userId })).toEqual(messages);
});

test.each([
  ["", "Karin", ["Employee ID is required"]],
  ["  ", "", ["Employee ID is required"]],
  ["x".repeat(50), "x".repeat(200), []],
])("an employee %j, %j", (employee_id, name, messages) => {
  expect(messagesOf(employeeSchema, { employee_id, name, password: "" })).toEqual(messages);
});

test.each([
  [" ASE-002 ", " Karin ", { employee_id: "ASE-002", name: "Karin" }],
  ["ASE-002", "  ", { employee_id: "ASE-002", name: null }],
])("%j, %j is saved as %j", (employee_id, name, row) => {
  expect(v.parse(employeeSchema, { employee_id, name, password: "" })).toEqual(row);
});

test.each([
  ["", ["Password must be at least 6 characters"]],
  ["12345", ["Password must be at least 6 characters"]],
  ["123456", []],
  [" 12345", []],
])("a new employee's password %j", (password, messages) => {
  const typed = { employee_id: "ASE-002", name: "", password };
  expect(messagesOf(employeeWithPasswordSchema, typed)).toEqual(messages);
});

test("a new employee's password is saved as typed", () => {
  const typed = { employee_id: "ASE-002", name: "", password: " 12345 " };
  expect(v.parse(employeeWithPasswordSchema, typed)).toEqual({
    employee_id: "ASE-002",
    name: null,
    password: " 12345 ",
  });
});
