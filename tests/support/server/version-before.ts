// The product before its newest migrations, in a folder of its own: for tests of an update while the product runs.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const git = (...given: string[]) =>
  execFileSync("git", given, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/** Whether a commit lacks a migration that exists today. */
function lacksOne(commit: string): boolean {
  const its = new Set(git("ls-tree", "--name-only", commit, "supabase/migrations/").split("\n"));
  return readdirSync("supabase/migrations").some((file) => !its.has(`supabase/migrations/${file}`));
}

/**
 * The commit of the version before: origin/main when it lacks a migration of today, else the commit before the newest migration. Null
 * without git or its history.
 */
export function findVersionBefore(): string | null {
  try {
    const landed = git("for-each-ref", "--format=%(objectname)", "refs/remotes/origin/main");
    if (landed !== "" && lacksOne(landed)) return landed;
    const [newest = ""] = git("log", "--format=%H", "-1", "--diff-filter=A", "--", "supabase/migrations").split("\n");
    const before = git("rev-parse", `${newest}^`);
    return lacksOne(before) ? before : null;
  } catch {
    return null;
  }
}

/** Writes a commit's files into a folder of their own, with today's packages; `remove` deletes the folder. */
export function checkOut(commit: string): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "parkering-before-"));
  const archive = execFileSync("git", ["archive", commit], { maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
