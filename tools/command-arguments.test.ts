// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { argumentsOf, COMMANDS } from "./command-arguments.mjs";

test.each([
  ["backup", ["monday.tar.gz"], ["/here/monday.tar.gz"]],
  ["backup", ["--keep", "14", "../kept"], ["--keep", "14", "/kept"]],
  ["backup", ["--verify", "/there/monday.tar.gz"], ["--verify", "/there/monday.tar.gz"]],
  ["restore", ["--erased", "lost", "monday.tar.gz"], ["--erased", "/here/lost", "/here/monday.tar.gz"]],
  ["restore", ["--to", "latest", "--database", "7"], ["--to", "latest", "--database", "7"]],
  ["move-photos", ["file://photos", "s3://bucket/prefix"], ["/here/photos", "s3://bucket/prefix"]],
  ["harden", ["--new-main-admin-password"], ["--new-main-admin-password"]],
  ["rotate-keys", [], []],
])("%s takes its paths from the folder in which a person is: %j", (name, given, taken) => {
  expect(argumentsOf(name, given, "/here")).toEqual(taken);
});

test("each command is a file of server/commands, a program of the build and a script of package.json", () => {
  const names = Object.keys(COMMANDS);
  const files = readdirSync("server/commands").map((file) => file.replace(".ts", ""));
  expect(names.toSorted()).toEqual(files.filter((file) => !["command-line", "programs"].includes(file)).toSorted());
  const build = readFileSync("vite.server.config.ts", "utf8");
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  for (const name of names) {
    expect(build).toContain(`"server/commands/${name}.ts"`);
    expect(Object.values(scripts)).toContain(`node tools/command.mjs ${name}`);
  }
});
