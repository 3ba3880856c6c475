// The main admin's first password is told on the terminal where there is one, else in a file, and nowhere else.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tellFirstPassword } from "./first-password.ts";

let folder: string;
const { isTTY } = process.stdout;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "first-password-"));
});
afterEach(() => {
  process.stdout.isTTY = isTTY;
  rmSync(folder, { recursive: true });
});

/** Output on the console. */
function tell(isTerminal: boolean): string {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  process.stdout.isTTY = isTerminal;
  tellFirstPassword(folder, "http://localhost:3000", "Hemligt-7410");
  const written = write.mock.calls.map(([text]) => String(text)).join("");
  write.mockRestore();
  return written;
}

test("a terminal shows the password, and no file holds it", () => {
  expect(tell(true)).toContain("huvudadmin  Hemligt-7410");
  expect(existsSync(join(folder, "first-password"))).toBe(false);
});

test("without a terminal a file holds the password, which its owner alone reads, and the log names the file", () => {
  const file = join(folder, "first-password");
  expect(tell(false)).toContain(file);
  expect(tell(false)).not.toContain("Hemligt-7410");
  expect(readFileSync(file, "utf8")).toBe("Hemligt-7410\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
