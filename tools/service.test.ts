// The files of deploy/, checked by their own programs: the unit of systemd, as closed as docs/operations.md says, and the compose file.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSettings } from "#server/settings.ts";
import { NODE_FLAGS } from "#tests/support/server/server-process.ts";

const judge = (...given: string[]) =>
  spawnSync("systemd-analyze", ["security", "--offline=true", "--no-pager", ...given, "deploy/parkering.service"], {
    encoding: "utf8",
  });
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

// Spec rules §11: The server runs
test.skipIf(!hasSystemd)("systemd's exposure level of the service is below 2", () => {
  const { status, stdout, stderr } = judge("--threshold=19");
  expect(`${status} ${stdout.split("\n").at(-2)}${stderr}`).toMatch(
    /^0 .*Overall exposure level for parkering\.service: 1\.\d/,
  );
});

test.skipIf(!hasSystemd)("systemd reads the service without a complaint", () => {
  const { stdout, stderr } = spawnSync("systemd-analyze", ["verify", "deploy/parkering.service"], {
    encoding: "utf8",
  });
  // Only complaints about this unit count; complaints about the machine's own units are left out.
  const told = (stdout + stderr).split("\n").filter((line) => line.includes("parkering.service"));
  // The path of Node may differ on this machine.
  expect(told.filter((line) => !line.includes("/usr/bin/node is not executable"))).toEqual([]);
});

test("the product is started with the same flags of Node everywhere, and as tests and benches start it", () => {
  const flags = NODE_FLAGS.join(" ");
  expect(readFileSync("package.json", "utf8")).toContain(`"start": "node ${flags} tools/start.mjs"`);
  expect(readFileSync("deploy/parkering.service", "utf8")).toContain(
    `ExecStart=/usr/bin/node ${flags} dist/server/main.js\n`,
  );
  const command = /^CMD (.*)$/m.exec(readFileSync("Containerfile", "utf8"))?.[1] ?? "";
  expect(JSON.parse(command)).toEqual(["node", ...NODE_FLAGS, "dist/server/main.js"]);
});

/** `docker compose`, or the older program of that name; null where the machine has neither. */
const compose = [["docker", "compose"], ["docker-compose"]].find(
  ([program = "", ...given]) => spawnSync(program, [...given, "version"]).status === 0,
);

test.skipIf(compose === undefined)(
  "compose takes its file: two closed servers, whose settings the server takes",
  () => {
    const { PATH = "", HOME = "/tmp" } = process.env;
    const passwords = { DATABASE_PASSWORD: "a", DATABASE_ADMIN_PASSWORD: "b", PHOTOS_PASSWORD: "c" };
    const [program = "", ...given] = compose ?? [];
    const { status, stdout, stderr } = spawnSync(program, [...given, "-f", "deploy/compose.yaml", "config"], {
      encoding: "utf8",
      env: { PATH, HOME, SITE_NAME: "parkering.example.se", ...passwords },
    });
    expect([status, stderr]).toEqual([0, ""]);
    for (const name of ["server-1", "server-2", "caddy", "database", "photos", "bucket"])
      expect(stdout).toContain(`\n  ${name}:\n`);
    expect(stdout.match(/read_only: true/g)).toHaveLength(2);
    const [, environment = ""] = /\n {2}server-1:\n[^]*?\n {4}environment:\n((?: {6}.*\n)+)/.exec(stdout) ?? [];
    const lines = environment.matchAll(/^ +(\w+): ["']?(.*?)["']?$/gm);
    const settings = readSettings(
      Object.fromEntries(Array.from(lines, ([, name = "", value]) => [name, value])),
      "/app",
    );
    expect(settings).toMatchObject({
      databaseUrl: "postgresql://parkering:a@database:5432/parkering",
      s3: { bucket: "parkering", endpoint: "http://photos:9000", secretAccessKey: "c" },
      publicUrl: "https://parkering.example.se",
      securityProfile: "hardened",
      shutdownDelayMs: 4000,
    });
  },
);

test("compose wants every password that it is given", () => {
  const text = readFileSync("deploy/compose.yaml", "utf8");
  const named = text.match(/(?<!\$)\$\{\w+/g) ?? [];
  expect(new Set(named).size).toBe(4);
  expect(text.match(/(?<!\$)\$\{\w+:\?\}/g)).toHaveLength(named.length);
});
