// The files of deploy/cluster hold together: they are written for etcd, Patroni, HAProxy, systemd and compose, and none of these knows the
// others' files. tests/faults/cluster runs them.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const FOLDER = "deploy/cluster";
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");

const NODES = ["db-1", "db-2", "db-3"];
const settings = Object.fromEntries(
  Array.from(read("node.env").matchAll(/^(\w+)=(.*)$/gm), ([, name = "", value = ""]) => [name, value]),
);
/** A setting of patroni.yml. Each setting that is read here stands in that file once. */
const patroni = (name: string) => new RegExp(`^ +${name}: (.*)$`, "m").exec(read("patroni.yml"))?.[1];
const seconds = (name: string) => Number(patroni(name));

test("etcd, Patroni, HAProxy and compose name the same three nodes, by the same ports", () => {
  const peers = (settings["ETCD_INITIAL_CLUSTER"] ?? "").split(",");
  expect(peers).toEqual(NODES.map((node) => `${node}=http://${node}:2380`));
  expect(settings["PATRONI_ETCD3_HOSTS"]).toBe(NODES.map((node) => `${node}:2379`).join(","));
  expect([settings["ETCD_NAME"], settings["PATRONI_NAME"]]).toEqual(["THIS", "THIS"]);
  expect(settings["ETCD_INITIAL_ADVERTISE_PEER_URLS"]).toBe("http://THIS:2380");
  expect(settings["ETCD_ADVERTISE_CLIENT_URLS"]).toBe("http://THIS:2379");
  const proxied = Array.from(read("haproxy.cfg").matchAll(/^ +server (\S+) (\S+)$/gm), ([, ...each]) => each);
  expect(proxied).toEqual(NODES.map((node) => [node, `${node}:5432`]));
  const [, port] = /check port (\d+)/.exec(read("haproxy.cfg")) ?? [];
  expect(settings["PATRONI_RESTAPI_CONNECT_ADDRESS"]).toBe(`THIS:${port}`);
  expect(settings["PATRONI_POSTGRESQL_CONNECT_ADDRESS"]).toBe("THIS:5432");
  const started = Array.from(read("compose.yaml").matchAll(/node\.sh, (db-\d), (\w+)/g), ([, ...each]) =>
    each.join(" "),
  );
  expect(started).toEqual([...NODES.map((node) => `${node} patroni`), ...NODES.map((node) => `${node} etcd`)]);
});

test("a commit waits for a standby's disk, and no leader holds its rank longer than Patroni says", () => {
  expect([patroni("synchronous_mode"), patroni("synchronous_mode_strict")]).toEqual(["true", "true"]);
  expect(patroni("wal_log_hints")).toBe('"on"');
  // Patroni's own rule: a leader has to notice that it cannot renew its rank before somebody else takes it.
  expect(seconds("loop_wait") + 2 * seconds("retry_timeout")).toBeLessThanOrEqual(seconds("ttl"));
  expect(seconds("safety_margin")).toBeLessThan(seconds("ttl") - seconds("loop_wait"));
});

test("the watchdog is said to be untried wherever it is named", () => {
  for (const name of ["patroni.yml", "patroni.service.d/parkering.conf"])
    expect(read(name)).toMatch(/^# NOT TRIED[^\n]*watchdog/m);
});

const versionOf = (script: string) => {
  const folder = mkdtempSync(join(tmpdir(), "parkering-patroni-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, "patroni");
  writeFileSync(program, `#!/bin/sh\necho "${script}"\n`);
  chmodSync(program, 0o755);
  const { status, stderr } = spawnSync(join(FOLDER, "refuse-old-patroni.sh"), [program], { encoding: "utf8" });
  return { status, stderr };
};

test.each(["patroni 3.0.2", "patroni 3.3.5", "patroni 2.1.4", "patroni 40", "something else"])(
  "%s is refused by its name",
  (told) => {
    const { status, stderr } = versionOf(told);
    expect(status).toBe(1);
    expect(stderr).toContain(`${told} is refused`);
  },
);

test.each(["patroni 4.0.7", "patroni 4.1.0", "patroni 10.0.1"])("%s is taken", (told) => {
  expect(versionOf(told)).toEqual({ status: 0, stderr: "" });
});

test("a container's node has its name and the one password", () => {
  const { PATH = "" } = process.env;
  const output = execFileSync(join(FOLDER, "node.sh"), ["db-2", "env"], {
    encoding: "utf8",
    env: { PATH, PASSWORD: "a b$c" },
  });
  const told = new Set(output.split("\n"));
  for (const line of [
    "ETCD_NAME=db-2",
    "PATRONI_POSTGRESQL_CONNECT_ADDRESS=db-2:5432",
    `PATRONI_ETCD3_HOSTS=${settings["PATRONI_ETCD3_HOSTS"]}`,
    "PATRONI_SUPERUSER_PASSWORD=a b$c",
    "PATRONI_REPLICATION_PASSWORD=a b$c",
    "PATRONI_RESTAPI_PASSWORD=a b$c",
  ])
    expect([...told]).toContain(line);
  expect(output).not.toContain("change-this");
  expect(output).not.toContain("THIS");
});

test("compose takes the place of services that deploy/compose.yaml has, and every file that it names is there", () => {
  const [own, base] = [read("compose.yaml"), readFileSync("deploy/compose.yaml", "utf8")];
  for (const name of ["database", "server-1", "server-2"]) {
    expect(own).toContain(`\n  ${name}:`);
    expect(base).toContain(`\n  ${name}:`);
  }
  // The cluster's compose file gives servers HAProxy under the name `database`, so their address stays the same.
  expect(base).toContain("@database:5432/parkering");
  const files = [...own.matchAll(/"(\.\.?\/[^":]+):\//g)].map(([, file = ""]) => join("deploy", file));
  expect(files.length).toBe(2);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  const copied = [...read("Containerfile").matchAll(/deploy\/cluster\/[\w.-]+/g)].map(([file]) => file);
  expect(copied.filter((file) => !existsSync(file))).toEqual([]);
  for (const [file = ""] of own.matchAll(/(?<=\/etc\/parkering\/)[\w.-]+/g))
    expect(copied).toContain(`${FOLDER}/${file}`);
});

test("the page names every file of the folder that a person copies", () => {
  const page = readFileSync("docs/cluster.md", "utf8");
  for (const file of [
    "debian-13.sources",
    "debian-13.pref",
    "patroni.yml",
    "node.env",
    "refuse-old-patroni.sh",
    "haproxy.cfg",
  ])
    expect(page).toContain(`deploy/cluster/${file}`);
  for (const unit of ["etcd", "patroni"]) {
    expect(page).toContain(`${unit}.service.d`);
    expect(read(`${unit}.service.d/parkering.conf`)).toContain("EnvironmentFile=/etc/parkering-node.env\n");
  }
});
