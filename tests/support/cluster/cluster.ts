// A cluster of three nodes on this machine, as deploy/cluster describes it: ordinary processes in namespaces of their own, which are gone,
// with their networks and disks, when the process that started them ends.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import postgres from "postgres";
import { readSql } from "#server/database/migrations/project-files.ts";
import { splitStatements } from "#server/database/migrations/sql-statements.ts";
import { freePort } from "#tests/support/server/free-port.ts";
import { fillDisk, seenBy } from "#tests/support/outside/small-disk.ts";
import { ACCOUNT } from "./packages.ts";

const run = promisify(execFile);

export const NUMBERS = [1, 2, 3] as const;
export type NodeNumber = (typeof NUMBERS)[number];

const DEPLOY = resolve("deploy/cluster");
const SCRIPT = resolve("tests/support/cluster/node.sh");
/** The size of a node's disk, in megabytes. The disk lies in memory. */
const DISK_MB = 600;
/** Longest wait for a change of the whole cluster, in milliseconds. The slowest change copies a whole node. */
const CHANGED_MS = 60_000;
const LOOK_EVERY_MS = 100;

/** A member as Patroni's /cluster tells it. */
export type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string };

export type Cluster = {
  /** Address of the product's database through HAProxy. */
  proxiedUrl: string;
  /** Address of the product's database with all hosts in it, past HAProxy. */
  hostsUrl: string;
  superuserUrl: string;
  /** Addresses of Patroni's own answers. */
  patroniUrls: string[];
  /** The members of the cluster, as one of the asked nodes tells them. */
  members(asked?: readonly NodeNumber[]): Promise<Member[]>;
  /** The node that takes writes. With `among` the call waits until one of those nodes does. */
  leader(among?: readonly NodeNumber[]): Promise<NodeNumber>;
  /** Waits until one node leads and the others follow it, at least one of them synchronously unless the cluster is set otherwise. */
  settled(): Promise<void>;
  /** Changes the cluster's settings as `patronictl edit-config` does. */
  configure(settings: object): Promise<void>;
  switchover(from: NodeNumber): Promise<void>;
  /** Ends one program of a node at once; the node starts etcd and Patroni again by itself. */
  killProgram(node: NodeNumber, program: "postgres" | "patroni" | "etcd"): void;
  /** Ends everything of a node at once, as a power cut does; its disks stay. */
  killNode(node: NodeNumber): Promise<void>;
  startNode(node: NodeNumber): Promise<void>;
  pause(node: NodeNumber): void;
  wake(node: NodeNumber): void;
  /** Cuts a node's whole network, or only its connections to other nodes, or only what it sends to the nodes that copy it. */
  cut(node: NodeNumber, what: "everybody" | "nodes" | "copies"): Promise<void>;
  mend(node: NodeNumber): Promise<void>;
  fillDisk(node: NodeNumber): void;
  emptyDisk(node: NodeNumber): void;
  /** The last lines of a node's logs. */
  log(node: NodeNumber): string;
  stop(): Promise<void>;
};

/** Prefix of a command whose process ends together with ours, in whatever way ours ends. */
const TIED = ["setpriv", "--pdeathsig", "KILL"];

const others = (node: NodeNumber) => NUMBERS.filter((each) => each !== node);
const nameOf = (node: NodeNumber) => `db-${node}`;

/** Sends a request to Patroni, and throws its answer's text when it refuses. */
async function ask(url: string, init: RequestInit = {}): Promise<void> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(CHANGED_MS) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}

const quick = (url: string) => fetch(url, { signal: AbortSignal.timeout(LOOK_EVERY_MS * 10) });

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "close");
}

/** Starts a cluster with the product's empty database. */
export async function startCluster(root: string): Promise<Cluster> {
  const network = freeNetwork();
  const [first, second] = [`198.18.${network}`, `198.18.${network + 1}`];
  const card = `pk${network}`;
  const folder = mkdtempSync(join(tmpdir(), "parkering-cluster-"));
  const children = new Set<ChildProcess>();
  const start = (command: string[], env: Record<string, string> = {}): ChildProcess => {
    const [program = "", ...given] = [...TIED, ...command];
    const { PATH = "" } = process.env;
    const child = spawn(program, given, { env: { PATH, ...env }, stdio: ["ignore", "ignore", "inherit"] });
    children.add(child);
    void once(child, "close").then(() => children.delete(child));
    return child;
  };

  // The hub process holds the disks and the network between the nodes, so that these stay when a node is killed.
  const hub = start(["unshare", "--net", "--mount", "sleep", "infinity"]);
  const inHub = (command: string) => run("nsenter", ["-t", `${hub.pid}`, "-n", "-m", "sh", "-euc", command]);
  await ownNetwork(hub);
  const disks = NUMBERS.map(
    (each) =>
      `mkdir -p ${folder}/${each}/etcd ${folder}/${each}/postgresql
       mount -t tmpfs -o size=${DISK_MB}m tmpfs ${folder}/${each}/postgresql
       chown ${ACCOUNT}:${ACCOUNT} ${folder}/${each}/etcd ${folder}/${each}/postgresql
       chmod 700 ${folder}/${each}/etcd ${folder}/${each}/postgresql
       echo "${first}.1${each} ${nameOf(each)}" >>${folder}/hosts`,
  );
  await inHub(`mount -t tmpfs tmpfs ${folder}
    ${disks.join("\n")}
    echo "127.0.0.1 localhost" >>${folder}/hosts
    ip link add cable type bridge && ip link set cable up`);
  await run("ip", ["link", "add", card, "type", "veth", "peer", "name", "us", "netns", `${hub.pid}`]);
  await inHub("ip link set us master cable up");
  await run("ip", ["address", "add", `${first}.1/24`, "dev", card]);
  await run("ip", ["link", "set", card, "up"]);

  const nodes = new Map<NodeNumber, ChildProcess>();
  const startNode = async (node: NodeNumber) => {
    const env = { ...nodeSettings(node), PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${second}.1${node}:5432` };
    const into = ["nsenter", "-t", `${hub.pid}`, "--net", "--mount"];
    const own = ["unshare", "--net", "--mount", "--pid", "--ipc", "--fork", "--kill-child"];
    const given = [`${node}`, root, folder, DEPLOY, first, second];
    const child = start([...into, ...own, "sh", SCRIPT, ...given], { ...env, ACCOUNT: `${ACCOUNT}` });
    nodes.set(node, child);
    await ownNetwork(child, hub);
    await inHub(
      `ip link add to-${node} type veth peer name eth0 netns ${child.pid} && ip link set to-${node} master cable up`,
    );
  };
  const nodeOf = (node: NodeNumber): ChildProcess => {
    const child = nodes.get(node);
    if (child === undefined) throw new Error(`Node ${node} does not run.`);
    return child;
  };
  const inNode = (node: NodeNumber, command: string) =>
    run("nsenter", ["-t", `${nodeOf(node).pid}`, "-n", "sh", "-euc", command]);
  const signal = (node: NodeNumber, name: NodeJS.Signals) => {
    // The signal is sent twice, since a process may have been started after the first list was read.
    for (let round = 0; round < 2; round += 1) for (const { pid } of processesOf(nodeOf(node))) kill(pid, name);
  };

  await Promise.all(NUMBERS.map(startNode));

  const port = await freePort();
  const hosts = NUMBERS.map((each) => `${first}.1${each}`);
  const proxy = `mount --bind ${DEPLOY} ${root}/srv/cluster && mount --bind "$0" ${root}/etc/hosts && cd ${root} &&
    exec chroot --userspec=${ACCOUNT}:${ACCOUNT} ${root} /usr/sbin/haproxy -db -f /srv/cluster/haproxy.cfg 2>/dev/null`;
  writeFileSync(join(folder, "hosts"), hosts.map((host, at) => `${host} db-${at + 1}\n`).join(""));
  start(["unshare", "--mount", "sh", "-euc", proxy, join(folder, "hosts")], { PORT: `${port}` });

  const patroniUrls = hosts.map((host) => `http://${host}:8008`);
  const { PATRONI_SUPERUSER_PASSWORD: password = "" } = nodeSettings(1);
  const { PATRONI_RESTAPI_USERNAME: name = "", PATRONI_RESTAPI_PASSWORD: secret = "" } = nodeSettings(1);
  const authorization = `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}`;
  const addressOf = (node: NodeNumber) => patroniUrls[node - 1] ?? "";

  const members = async (asked: readonly NodeNumber[] = NUMBERS) => {
    const tell = async (node: NodeNumber) => {
      const answer = await quick(`${addressOf(node)}/cluster`);
      return ((await answer.json()) as { members: Member[] }).members;
    };
    return Promise.any(asked.map(tell));
  };
  const leaderNow = async (among: readonly NodeNumber[]) => {
    const leads = async (node: NodeNumber) => {
      if (!(await quick(`${addressOf(node)}/primary`)).ok) throw new Error("It does not lead.");
      return node;
    };
    return Promise.any(among.map(leads)).catch(() => null);
  };
  const until = async <T>(what: string, look: () => Promise<T | null>): Promise<T> => {
    const from = performance.now();
    for (;;) {
      const found = await look().catch(() => null);
      if (found !== null) return found;
      if (performance.now() - from > CHANGED_MS)
        throw new Error(`${what}: not within a minute.\n${NUMBERS.map(logOf).join("\n")}`);
      await pause(LOOK_EVERY_MS);
    }
  };
  const logOf = (node: NodeNumber) => {
    const tail = (file: string) => {
      try {
        return readFileSync(seenBy(hub.pid, join(folder, `${node}`, file)), "utf8")
          .split("\n")
          .slice(-40)
          .join("\n");
      } catch {
        return "";
      }
    };
    return `--- node ${node}\n${tail("patroni.log")}\n${tail("etcd.log").slice(-1500)}`;
  };
  const leader = (among: readonly NodeNumber[] = NUMBERS) => until("a leader", () => leaderNow(among));
  const cluster: Cluster = {
    proxiedUrl: `postgresql://parkering:change%20this@127.0.0.1:${port}/parkering`,
    hostsUrl: `postgresql://parkering:change%20this@${hosts.map((host) => `${host}:5432`).join(",")}/parkering`,
    superuserUrl: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    patroniUrls,
    members,
    leader,
    settled: async () => {
      await until("a settled cluster", async () => {
        const all = await members();
        const isSynchronous = ((await (await quick(`${addressOf(1)}/config`)).json()) as { synchronous_mode?: boolean })
          .synchronous_mode;
        const roles = all.map(({ role }) => role);
        const isWhole =
          all.length === NUMBERS.length &&
          roles.filter((role) => role === "leader").length === 1 &&
          all.every(({ role, state }) => state === (role === "leader" ? "running" : "streaming")) &&
          new Set(all.map(({ timeline }) => timeline)).size === 1 &&
          (!isSynchronous || roles.includes("sync_standby"));
        return isWhole ? true : null;
      });
    },
    configure: async (settings) => {
      await ask(`${addressOf(await leader())}/config`, {
        method: "PATCH",
        body: JSON.stringify(settings),
        headers: { authorization },
      });
    },
    switchover: async (from) => {
      await ask(`${addressOf(from)}/switchover`, {
        method: "POST",
        body: JSON.stringify({ leader: nameOf(from) }),
        headers: { authorization },
      });
    },
    killProgram: (node, program) => {
      const is = {
        postgres: ({ line }: Running) => /^\/usr\/lib\/postgresql\S+postgres\0-D/.test(line),
        patroni: ({ line }: Running) => line.includes("/usr/bin/patroni\0/srv"),
        etcd: ({ line }: Running) => line.startsWith("/usr/bin/etcd\0"),
      }[program];
      const found = processesOf(nodeOf(node)).filter((each) => is(each) && !each.line.startsWith("chroot"));
      if (found.length === 0) throw new Error(`${program} does not run on node ${node}.`);
      for (const { pid } of found) kill(pid, "SIGKILL");
    },
    killNode: async (node) => {
      await end(nodeOf(node));
      nodes.delete(node);
    },
    startNode: async (node) => {
      // The hub's end of the node's cable stays until the system has removed the killed node's namespace.
      await inHub(`while ip link show to-${node} >/dev/null 2>&1; do ip link del to-${node} 2>/dev/null || true; done`);
      await startNode(node);
    },
    pause: (node) => signal(node, "SIGSTOP"),
    wake: (node) => signal(node, "SIGCONT"),
    cut: async (node, what) => {
      if (what === "everybody") await inHub(`ip link set to-${node} nomaster`);
      // Packets are sent to a hardware address that no card has: they arrive nowhere, and no sender is told.
      const ways = { everybody: [], nodes: [first, second], copies: [second] }[what];
      for (const way of ways)
        for (const other of others(node))
          await inNode(node, `ip neigh replace ${way}.1${other} lladdr 02:00:00:00:00:01 nud permanent dev eth0`);
    },
    mend: async (node) => {
      await inHub(`ip link set to-${node} master cable`);
      await inNode(node, "ip neigh flush nud permanent dev eth0; ip neigh flush dev eth0");
    },
    fillDisk: (node) => fillDisk(seenBy(hub.pid, join(folder, `${node}`, "postgresql/filler"))),
    emptyDisk: (node) => rmSync(seenBy(hub.pid, join(folder, `${node}`, "postgresql/filler")), { force: true }),
    log: logOf,
    stop: async () => {
      await Promise.all([...children].filter((child) => child !== hub).map(end));
      await end(hub);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await cluster.settled();
    // The write-ahead log is kept small, since the disks of a test are small.
    await cluster.configure({ postgresql: { parameters: { max_wal_size: "128MB" } } });
    const superuser = postgres(cluster.superuserUrl, { max: 1, onnotice: () => undefined });
    for (const statement of splitStatements(readSql("docs/postgresql.sql"))) await superuser.unsafe(statement);
    await superuser.end();
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Third number of the addresses of two networks, from the range for tests (RFC 2544), that this machine does not use yet. */
function freeNetwork(): number {
  const used = new Set(Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)));
  const free = Array.from({ length: 120 }, (_each, at) => 2 * ((at + process.pid) % 120)).find(
    (each) => !used.has(`198.18.${each}.1`),
  );
  if (free === undefined) throw new Error("Every network for tests is in use.");
  return free;
}

const networkOf = (pid: number | "self" | undefined) => readlinkSync(`/proc/${pid}/ns/net`);

/** Waits until a process has a network of its own. */
async function ownNetwork(child: ChildProcess, hub?: ChildProcess): Promise<void> {
  const not = new Set([networkOf("self"), ...(hub ? [networkOf(hub.pid)] : [])]);
  while (not.has(networkOf(child.pid))) await pause(5);
}

/** The settings of a node, made as deploy/cluster/node.env has them. */
function nodeSettings(node: NodeNumber): Record<string, string> {
  const text = readFileSync(join(DEPLOY, "node.env"), "utf8").replaceAll("THIS", nameOf(node));
  const lines = text.split("\n").filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

type Running = { pid: number; line: string };

/** All processes of a node, without the process that holds its namespaces. */
function processesOf(node: ChildProcess): Running[] {
  const mine = readlinkSync(`/proc/${node.pid}/ns/pid_for_children`);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (readlinkSync(`/proc/${name}/ns/pid`) !== mine) return [];
        return [{ pid: Number(name), line: readFileSync(`/proc/${name}/cmdline`, "utf8") }];
      } catch {
        return [];
      }
    });
}

function kill(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
