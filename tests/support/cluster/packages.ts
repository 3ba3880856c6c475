// Debian 13's packages of a cluster, unpacked into a folder of the project: nothing is installed on the machine.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { mayUseApt, missingOf } from "#tools/debian.mjs";

const runs = promisify(execFile);

const CACHE = "node_modules/.cache";
const SOURCES = "deploy/cluster/debian-13.sources";
/** Packages of the programs that a node runs; programs that their scripts call come with them. */
const PACKAGES = ["patroni", "python3-etcd", "etcd-server", "postgresql-17", "haproxy", "dash", "coreutils"];
const PROGRAMS = { iproute2: "ip", "util-linux": "unshare", mount: "mount", dpkg: "dpkg" };

/** The account of the cluster's processes, in their own files alone. */
export const ACCOUNT = 5432;

/** Why no cluster can run on this machine, or the root of its programs, which is fetched once. */
export async function findPrograms(): Promise<{ root: string } | { reason: string }> {
  if (process.platform !== "linux" || !mayUseApt()) return { reason: "only root on Debian makes networks and nodes" };
  const missing = missingOf(PROGRAMS);
  if (missing.length > 0) return { reason: `apt install ${missing.join(" ")}` };
  try {
    await runs("unshare", ["--net", "--mount", "--pid", "--ipc", "--fork", "true"]);
  } catch {
    return { reason: "this system makes no namespaces for us" };
  }
  const wanted = createHash("sha256").update(readFileSync(SOURCES)).update(PACKAGES.join()).digest("hex").slice(0, 12);
  const root = resolve(CACHE, `cluster-${wanted}`);
  if (existsSync(root)) return { root };
  try {
    await fetchInto(root);
    return { root };
  } catch (error) {
    return { reason: `Debian 13's packages cannot be fetched: ${(error as Error).message.split("\n")[0]}` };
  }
}

async function fetchInto(root: string): Promise<void> {
  const apt = mkdtempSync(join(tmpdir(), "parkering-apt-"));
  const unpacked = `${root}.${process.pid}`;
  try {
    for (const folder of ["state/lists/partial", "cache/archives/partial"])
      mkdirSync(join(apt, folder), { recursive: true });
    writeFileSync(join(apt, "status"), "");
    const settings = {
      "Dir::Etc::SourceList": resolve(SOURCES),
      "Dir::Etc::SourceParts": "/dev/null",
      "Dir::Etc::Preferences": resolve("deploy/cluster/debian-13.pref"),
      "Dir::Etc::PreferencesParts": "/dev/null",
      "Dir::State": join(apt, "state"),
      "Dir::State::status": join(apt, "status"),
      "Dir::Cache": join(apt, "cache"),
      "Acquire::Languages": "none",
      "Acquire::Retries": "1",
      "Acquire::http::Timeout": "20",
      "APT::Sandbox::User": "root",
      "APT::Install-Recommends": "false",
      "APT::Update::Error-Mode": "any",
      "Binary::apt-get::APT::Keep-Downloaded-Packages": "true",
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}";\n`);
    writeFileSync(join(apt, "apt.conf"), lines.join(""));
    const env = { ...process.env, APT_CONFIG: join(apt, "apt.conf"), DEBIAN_FRONTEND: "noninteractive" };
    const run = (...given: string[]) => runs("apt-get", ["-qq", ...given], { env });
    await run("update");
    await run("install", "--yes", "--download-only", ...PACKAGES);
    mkdirSync(unpacked, { recursive: true });
    // Debian's folders of programs are links, which base-files brings where a system is installed.
    for (const name of ["bin", "sbin", "lib", "lib64"]) symlinkSync(`usr/${name}`, join(unpacked, name));
    const archives = join(apt, "cache/archives");
    for (const name of readdirSync(archives).filter((each) => each.endsWith(".deb")))
      await runs("dpkg-deb", ["--extract", join(archives, name), unpacked]);
    symlinkSync("../run", join(unpacked, "var/run"));
    for (const name of ["proc", "dev", "tmp", "run", "srv/cluster", "var/lib/postgresql", "var/lib/etcd"])
      mkdirSync(join(unpacked, name), { recursive: true });
    const person = `x:${ACCOUNT}:`;
    writeFileSync(join(unpacked, "etc/passwd"), `postgres:${person}${ACCOUNT}::/var/lib/postgresql:/bin/sh\n`);
    writeFileSync(join(unpacked, "etc/group"), `postgres:${person}\n`);
    writeFileSync(join(unpacked, "etc/hosts"), "");
    renameSync(unpacked, root);
  } finally {
    rmSync(apt, { recursive: true, force: true });
    rmSync(unpacked, { recursive: true, force: true });
  }
}
