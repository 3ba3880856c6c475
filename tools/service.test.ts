// The unit of systemd: as closed as docs/operations.md says, by systemd's own judgement.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const judge = (...given: string[]) =>
  spawnSync("systemd-analyze", ["security", "--offline=true", "--no-pager", ...given, "deploy/parkering.service"], {
    encoding: "utf8",
  });
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.skipIf(!hasSystemd)("systemd's exposure level of the service is below 2", () => {
  const { status, stdout, stderr } = judge("--threshold=19");
  expect(`${status} ${stdout.split("\n").at(-2)}${stderr}`).toMatch(
    /^0 .*Overall exposure level for parkering\.service: 1\.\d/,
  );
});
