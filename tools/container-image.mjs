// Builds the image and starts it, where no registry of images can be reached: `node tools/container-image.mjs`, a step of `npm run test:all`.
//
// Debian's base by debootstrap (tools/container-base.sh, once), the stages by buildah, the start by podman (tests/backend/operators/container.test.ts).
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { installMissing, missingOf } from "./debian.mjs";
import { LEFT_OUT, leaveOut } from "./left-out.mjs";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const BASE = "localhost/node-base";
const IMAGE = "localhost/parkering";
/** Ways to run a container: podman's own, and Debian's runc on a machine with control groups of both versions. */
const PODMANS = ["podman", "podman --runtime runc --cgroup-manager cgroupfs"];
/** Limits of a machine where nobody may raise them: the test sets the same. */
const LIMITS = ["--ulimit=nofile=1024:1024", "--ulimit=nproc=1024:1024"];

const succeeds = (program, ...given) => spawnSync(program, given).status === 0;

/** The id of an image; empty where there is no such image. */
const idOf = (image) =>
  spawnSync("podman", ["image", "inspect", "--format={{.Id}}", image], { encoding: "utf8" }).stdout.trim();

/** Runs a step; the end of the process when it fails. */
function run(program, given, env = {}) {
  console.log(`$ ${program} ${given.join(" ")}`);
  const { status } = spawnSync(program, given, { stdio: "inherit", env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
}

const PROGRAMS = { debootstrap: "debootstrap", buildah: "buildah", podman: "podman", runc: "runc" };
installMissing(PROGRAMS);
const missing = missingOf(PROGRAMS);
if (process.getuid?.() !== 0) missing.push("root");
if (missing.length > 0) {
  leaveOut(`the image, for want of ${missing.join(", ")} (apt-get install)`);
  process.exit(LEFT_OUT);
}
if (!succeeds("podman", "image", "exists", BASE)) run("tools/container-base.sh", []);
const before = idOf(IMAGE);
run("buildah", ["bud", "--network=host", "--isolation=chroot", `--build-arg=BASE=${BASE}`, "-t", IMAGE, "."]);
// The image of the last run has lost its name, and would stay.
if (before !== "" && before !== idOf(IMAGE)) succeeds("podman", "rmi", before);
const podman = PODMANS.find((each) =>
  succeeds(...each.split(" "), "run", "--rm", "--network=host", ...LIMITS, IMAGE, "true"),
);
if (podman === undefined) {
  console.error("No podman of this machine starts a container.");
  process.exit(1);
}
run("node_modules/.bin/vitest", ["run", "--project", "backend", "tests/backend/operators/container.test.ts"], {
  CONTAINER_IMAGE: IMAGE,
  PODMAN: podman,
});
