// The settings of the server: read from the environment, checked at start, every wrong one named.
import { isAbsolute, join, resolve } from "node:path";
import { z } from "zod";
import { SECURITY_PROFILES, type SecurityProfile } from "#contract/states.ts";
import { isLoopback, readTrustedProxies } from "./callers/client-address.ts";
import { atHost, hostsIn } from "./database/driver/hosts.ts";
import { IN_FLIGHT, type InFlightBounds } from "./http/in-flight.ts";
import { SOCKET_LIMITS } from "./realtime/socket-limits.ts";
import { type MailSettings, mailSettingsOf, readSender } from "#functions/deliver-messages/mail.ts";
import type { StorePlace } from "./storage/open-store.ts";
import type { S3Place } from "./storage/s3-store.ts";

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const SEEDS = ["demo", "none"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Settings = {
  port: number;
  host: string;
  /** Absolute folder of the embedded database and of stored files. */
  dataDir: string;
  /** A PostgreSQL of the operator's own, or null for the embedded one. */
  databaseUrl: string | null;
  /** The same database past the pooler that `databaseUrl` leads to, or null where there is none. */
  databaseDirectUrl: string | null;
  /** Absolute folder of other PostgreSQL programs than those of npm install, or null. */
  postgresBin: string | null;
  /** Absolute folder of stored files. */
  storageDir: string;
  /** Whether STORAGE_URL names the place of photos, so that other servers may store theirs there too. */
  isStorageShared: boolean;
  /** Bucket of S3 that stores files in place of the folder, or null. */
  s3: S3Place | null;
  /** Place of the archive, from which the database comes back as it was at a second, and the days that it goes back; null keeps none. */
  archive: (StorePlace & { days: number }) | null;
  /** Address under which people reach the server, without a slash at the end, or null. */
  publicUrl: string | null;
  securityProfile: SecurityProfile;
  acceptKnownWeaknesses: boolean;
  /** Contents of an empty database: rows to look at, or the standard site alone. */
  seed: "demo" | "none";
  /** Proxies whose X-Forwarded-For is believed: addresses and ranges. */
  trustedProxies: readonly string[];
  /** Keys of backups: a passphrase, or public keys of age and the file of the private key. */
  backup: { passphrase: string | null; recipients: readonly string[]; identityFile: string | null };
  /** Token that opens /metrics, or null for nobody. */
  metricsToken: string | null;
  /** Address at which metrics are shown to everybody who can reach it, or null. */
  metricsAddress: { host: string; port: number } | null;
  /** Milliseconds that a statement may take before the log tells of it. */
  slowStatementMs: number;
  /** Photos that are made anew at once, where a setting says so, and longest time of a photo in milliseconds. */
  photoLimits: { workers?: number; longestMs: number };
  /** Most work under way at a time (server/http/in-flight.ts), and most WebSockets. */
  inFlight: Partial<InFlightBounds>;
  sockets: { sockets: number; socketsPerAddress: number };
  /** Time for which a server that is told to stop still answers, while proxies see that it leaves. */
  shutdownDelayMs: number;
  /** Contact for people who found a weakness (RFC 9116), or null. */
  securityContact: string | null;
  /** The lowest version of the front end that pages may go on with, or null. */
  lowestVersion: string | null;
  /** Mail server that messages are handed to, and the sender; null for no mail. */
  mail: MailSettings | null;
  /** The company's zone, by its IANA name. */
  timeZone: string;
  logLevel: LogLevel;
};

/** Thrown when the environment holds values the server cannot run with; the message lists all of them. */
export class SettingsError extends Error {
  override name = "SettingsError";
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The server cannot start with these settings:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

const oneOf = (values: readonly string[]) => `must be one of ${values.join(", ")}`;

const hasProtocol = (text: string, protocols: readonly string[]) => {
  try {
    return protocols.includes(new URL(text).protocol);
  } catch {
    return false;
  }
};

const isOrigin = (text: string) =>
  hasProtocol(text, ["http:", "https:"]) && ["/", ""].includes(new URL(text).pathname) && new URL(text).search === "";

const isProxyList = (entries: readonly string[]) => {
  try {
    readTrustedProxies(entries);
    return true;
  } catch {
    return false;
  }
};

const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat("sv-SE", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

const isSmtpAddress = (text: string) => {
  if (!hasProtocol(text, ["smtp:", "smtps:"])) return false;
  const { hostname, pathname, search, hash, username, password } = new URL(text);
  const isEncoded = [username, password].every((part) => decodes(part));
  return (
    hostname !== "" &&
    ["", "/"].includes(pathname) &&
    search === "" &&
    hash === "" &&
    isEncoded &&
    (username === "") === (password === "")
  );
};

/** Whether a text can be percent-decoded. */
const decodes = (text: string) => {
  try {
    return decodeURIComponent(text).length >= 0;
  } catch {
    return false;
  }
};

const S3_ADDRESS = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/([\w./-]*))?$/;

/** Whether an address of PostgreSQL can be read; it may name several hosts. */
const isDatabaseAddress = (url: string) => {
  try {
    return hostsIn(url).every((host) => hasProtocol(atHost(url, host), ["postgres:", "postgresql:"]));
  } catch {
    return false;
  }
};

const databaseAddress = z
  .string()
  .refine(isDatabaseAddress, "must look like postgresql://user:password@host:5432/database")
  .optional();

/** Schema of a bound of work under way, of at least `least`. */
const most = (standard: number, least = 1) =>
  z
    .string()
    .regex(/^\d{1,7}$/, "must be a whole number")
    .transform(Number)
    .refine((number) => number >= least, `must be ${least} or more`)
    .default(standard);

const MB = 1024 * 1024;
/** Smallest bound of bodies in MB: a form around a photo of 10 MB. A smaller bound would refuse every large photo. */
const LEAST_BODY_MB = 11;

/** A folder, or a bucket of S3. */
const storeAddress = z
  .string()
  .refine((url) => !/^s3:/i.test(url) || S3_ADDRESS.test(url), "must look like s3://bucket or s3://bucket/prefix")
  .refine(
    (url) => /^s3:/i.test(url) || !/^(?!file:)[a-z][a-z\d+.-]+:/i.test(url),
    "must be a folder or s3://bucket/prefix",
  )
  .optional();

const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a number from 0 to 65535")
    .transform(Number)
    .refine((port) => port <= 65_535, "must be a number from 0 to 65535")
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, "must be a host name or an address, without http:// and without a port")
    .default("127.0.0.1"),
  DATA_DIR: z.string().default("data"),
  DATABASE_URL: databaseAddress,
  DATABASE_DIRECT_URL: databaseAddress,
  POSTGRES_BIN: z.string().optional(),
  STORAGE_URL: storeAddress,
  ARCHIVE_URL: storeAddress,
  ARCHIVE_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, "must be a number of days from 1 to 999")
    .transform(Number)
    .default(14),
  S3_ENDPOINT: z
    .string()
    .refine(isOrigin, "must be an address like https://s3.example.org, without a path")
    .transform((url) => url.replace(/\/$/, ""))
    .optional(),
  AWS_REGION: z
    .string()
    .regex(/^[a-z\d-]+$/, "must look like eu-north-1")
    .optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12, "must have 12 characters or more: whoever has the file can try as many as he likes")
    .optional(),
  BACKUP_RECIPIENTS: z
    .string()
    .transform((text) => text.split(",").map((entry) => entry.trim()))
    .refine(
      (keys) => keys.every((key) => key.startsWith("age1")),
      "must be public keys of age with commas between (age1…)",
    )
    .default([]),
  BACKUP_IDENTITY_FILE: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, "must have 16 characters or more").optional(),
  METRICS_ADDRESS: z
    .string()
    .regex(/^([\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i, "must be an address and a port, like 127.0.0.1:9464")
    .transform((text) => {
      const at = text.lastIndexOf(":");
      return { host: text.slice(0, at).replace(/^\[|\]$/g, ""), port: Number(text.slice(at + 1)) };
    })
    .refine(({ port }) => port <= 65_535, "must have a port from 0 to 65535")
    .optional(),
  SLOW_STATEMENT_MS: z
    .string()
    .regex(/^\d{1,6}$/, "must be a number of milliseconds")
    .transform(Number)
    .default(1000),
  PHOTO_WORKERS: z
    .string()
    .regex(/^[1-9]\d?$/, "must be a number from 1 to 99")
    .transform(Number)
    .optional(),
  PHOTO_SECONDS: z
    .string()
    .regex(/^[1-9]\d?$/, "must be a number of seconds from 1 to 99")
    .transform((text) => Number(text) * 1000)
    .default(20_000),
  SHUTDOWN_DELAY_SECONDS: z
    .string()
    .regex(/^\d{1,2}$/, "must be a number of seconds up to 99")
    .transform((text) => Number(text) * 1000)
    .default(0),
  MOST_REQUESTS: most(IN_FLIGHT.requests),
  MOST_REQUESTS_PER_ADDRESS: most(IN_FLIGHT.requestsPerAddress),
  MOST_BODY_MB: most(IN_FLIGHT.bodyBytes / MB, LEAST_BODY_MB),
  MOST_BODY_MB_PER_ADDRESS: most(IN_FLIGHT.bodyBytesPerAddress / MB, LEAST_BODY_MB),
  MOST_CONNECTIONS: most(IN_FLIGHT.connections),
  MOST_CONNECTIONS_PER_ADDRESS: most(IN_FLIGHT.connectionsPerAddress),
  MOST_SOCKETS: most(SOCKET_LIMITS.sockets),
  MOST_SOCKETS_PER_ADDRESS: most(SOCKET_LIMITS.socketsPerAddress),
  LOWEST_VERSION: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/, "must be a version such as 1.2.0")
    .optional(),
  SECURITY_CONTACT: z
    .string()
    .refine(
      (text) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d-]+)$/.test(text),
      "must be like mailto:it@example.se or https://…",
    )
    .optional(),
  SMTP_URL: z
    .string()
    .refine(
      isSmtpAddress,
      "must look like smtps://user:password@host:465 or smtp://host:25, with nothing after the port",
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((text) => readSender(text) !== null, "must be like Parkering <parkering@example.se>")
    .optional(),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, "must be an address like https://parking.example.org, without a path")
    .transform((url) => url.replace(/\/$/, ""))
    .optional(),
  SECURITY_PROFILE: z.enum(SECURITY_PROFILES, oneOf(SECURITY_PROFILES)).default("specified"),
  ACCEPT_KNOWN_WEAKNESSES: z.enum(["yes", "no"], oneOf(["yes", "no"])).default("no"),
  SEED: z.enum(SEEDS, oneOf(SEEDS)).optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(",").map((entry) => entry.trim()))
    .refine(isProxyList, "must be addresses or ranges with commas between, like 10.0.0.5,192.168.0.0/16")
    .default([]),
  TIME_ZONE: z.string().refine(isTimeZone, "must be a zone's name like Europe/Stockholm").default("Europe/Stockholm"),
  LOG_LEVEL: z.enum(LOG_LEVELS, oneOf(LOG_LEVELS)).default("info"),
});

/**
 * Reads the settings (design: settings of the server; decisions §4).
 * Takes environment variables and the folder that relative paths start from; empty variables count as absent.
 * Throws SettingsError that names every wrong value at once.
 */
export function readSettings(variables: Record<string, string | undefined>, root: string): Settings {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const parsed = environment.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map(nameProblem(given));
  problems.push(...misspelled(Object.keys(given)));
  const host = given["HOST"] ?? "127.0.0.1";
  const accepted = given["ACCEPT_KNOWN_WEAKNESSES"] === "yes";
  const isSpecified = given["SECURITY_PROFILE"] !== "hardened";
  if (isSpecified && !isLoopback(host) && !accepted && !problems.some((problem) => problem.startsWith("HOST ")))
    problems.push(weaknessesRefused(host));
  problems.push(...unpaired(given));
  for (const name of ["STORAGE_URL", "ARCHIVE_URL"]) {
    if (!S3_ADDRESS.test(given[name] ?? "")) continue;
    const missing = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION"].filter((each) => !(each in given));
    if (missing.length > 0) problems.push(`${name} is on S3, which needs ${missing.join(", ")} too.`);
  }
  problems.push(...unarchivable(given));
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);

  const values = parsed.data;
  const dataDir = absolute(values.DATA_DIR, root);
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    postgresBin: values.POSTGRES_BIN === undefined ? null : absolute(values.POSTGRES_BIN, root),
    storageDir: folderOf(values.STORAGE_URL, root) ?? join(dataDir, "storage"),
    isStorageShared: values.STORAGE_URL !== undefined,
    s3: placeOnS3(values, values.STORAGE_URL),
    archive: archiveOf(values, root),
    backup: {
      passphrase: values.BACKUP_PASSPHRASE ?? null,
      recipients: values.BACKUP_RECIPIENTS,
      identityFile: values.BACKUP_IDENTITY_FILE ? absolute(values.BACKUP_IDENTITY_FILE, root) : null,
    },
    publicUrl: values.PUBLIC_URL ?? null,
    securityProfile: values.SECURITY_PROFILE,
    seed: values.SEED ?? (values.SECURITY_PROFILE === "hardened" ? "none" : "demo"),
    metricsToken: values.METRICS_TOKEN ?? null,
    metricsAddress: values.METRICS_ADDRESS ?? null,
    slowStatementMs: values.SLOW_STATEMENT_MS,
    photoLimits: {
      longestMs: values.PHOTO_SECONDS,
      ...(values.PHOTO_WORKERS !== undefined && { workers: values.PHOTO_WORKERS }),
    },
    ...boundsIn(values),
    shutdownDelayMs: values.SHUTDOWN_DELAY_SECONDS,
    securityContact: values.SECURITY_CONTACT ?? null,
    lowestVersion: values.LOWEST_VERSION ?? null,
    mail: mailSettingsOf(values.SMTP_URL, values.MAIL_FROM),
    timeZone: values.TIME_ZONE,
    acceptKnownWeaknesses: values.ACCEPT_KNOWN_WEAKNESSES === "yes",
    trustedProxies: values.TRUSTED_PROXIES,
    logLevel: values.LOG_LEVEL,
  };
}

const boundsIn = (values: z.infer<typeof environment>): Pick<Settings, "inFlight" | "sockets"> => ({
  inFlight: {
    requests: values.MOST_REQUESTS,
    requestsPerAddress: values.MOST_REQUESTS_PER_ADDRESS,
    bodyBytes: values.MOST_BODY_MB * MB,
    bodyBytesPerAddress: values.MOST_BODY_MB_PER_ADDRESS * MB,
    connections: values.MOST_CONNECTIONS,
    connectionsPerAddress: values.MOST_CONNECTIONS_PER_ADDRESS,
  },
  sockets: { sockets: values.MOST_SOCKETS, socketsPerAddress: values.MOST_SOCKETS_PER_ADDRESS },
});

/** Problems of settings that belong together or exclude each other. */
function unpaired(given: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  if ("DATABASE_DIRECT_URL" in given && !("DATABASE_URL" in given))
    problems.push(
      "DATABASE_DIRECT_URL is set and DATABASE_URL is not: set DATABASE_URL alone where there is no pooler.",
    );
  if ("BACKUP_PASSPHRASE" in given && "BACKUP_RECIPIENTS" in given)
    problems.push(
      "BACKUP_PASSPHRASE and BACKUP_RECIPIENTS exclude each other: age encrypts in one way or in the other.",
    );
  if ("SMTP_URL" in given !== "MAIL_FROM" in given)
    problems.push(
      "SMTP_URL and MAIL_FROM belong together: one says where mail is handed over, the other from whom it comes.",
    );
  return problems;
}

/**
 * Reason why no archive can be kept with these settings; without encryption, a person who gets its files would have every row, and the
 * secrets too.
 */
function unarchivable(given: Record<string, string | undefined>): string[] {
  if (!("ARCHIVE_URL" in given)) return [];
  const problems: string[] = [];
  if ("DATABASE_URL" in given)
    problems.push(
      "ARCHIVE_URL is for the server's own PostgreSQL. Yours is archived by pgBackRest (docs/operations.md).",
    );
  // An archive needs a public key, and a restore alone has the private key. A passphrase would cost a second for each of many small files,
  // in which the server answers nobody.
  if (!["BACKUP_RECIPIENTS", "BACKUP_IDENTITY_FILE"].some((name) => name in given))
    problems.push("ARCHIVE_URL needs BACKUP_RECIPIENTS, public keys of age: an archive holds all rows and secrets.");
  return problems;
}

/** The folder (absolute path) that an address names; null when it names none. */
const folderOf = (url: string | undefined, root: string): string | null =>
  url === undefined || S3_ADDRESS.test(url) ? null : absolute(url.replace(/^file:(\/\/)?/, ""), root);

const archiveOf = (values: z.infer<typeof environment>, root: string): Settings["archive"] =>
  values.ARCHIVE_URL === undefined
    ? null
    : {
        storageDir: folderOf(values.ARCHIVE_URL, root) ?? "",
        s3: placeOnS3(values, values.ARCHIVE_URL),
        days: values.ARCHIVE_DAYS,
      };

function placeOnS3(values: z.infer<typeof environment>, url: string | undefined): S3Place | null {
  const [found, bucket = "", prefix = ""] = S3_ADDRESS.exec(url ?? "") ?? [];
  if (found === undefined) return null;
  return {
    bucket,
    prefix: prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`,
    endpoint: values.S3_ENDPOINT ?? null,
    region: values.AWS_REGION ?? "",
    accessKeyId: values.AWS_ACCESS_KEY_ID ?? "",
    secretAccessKey: values.AWS_SECRET_ACCESS_KEY ?? "",
  };
}

/**
 * Length of a name (without `_`) from which a neighbour of one letter more, less or changed counts as misspelled. Shorter names have too
 * many neighbours, as `PORT` has `PART` and `SORT`: of them only the plural counts.
 */
const TELLING_LENGTH = 7;

/** A problem for each variable that can only be a misspelled setting: it differs by case, `_` or one letter. */
function misspelled(names: readonly string[]): string[] {
  const own = Object.keys(environment.shape);
  return names.flatMap((name) => {
    if (own.includes(name)) return [];
    const meant = own.find((each) => isMeant(name, each));
    return meant === undefined ? [] : [`${name} is no setting: ${meant} is meant. Rename or remove it.`];
  });
}

function isMeant(name: string, own: string): boolean {
  const [a, b] = [name, own].map((text) => text.toUpperCase().replaceAll("_", ""));
  if (a === undefined || b === undefined) return false;
  return a === b || a === `${b}S` || (b.length >= TELLING_LENGTH && isOneLetterAway(a, b));
}

/** Whether two texts differ by one letter more, less or changed. */
function isOneLetterAway(a: string, b: string): boolean {
  const [longer, shorter] = a.length >= b.length ? [a, b] : [b, a];
  if (longer.length - shorter.length > 1) return false;
  let at = 0;
  while (at < longer.length && longer[at] === shorter[at]) at += 1;
  return longer.slice(at + 1) === shorter.slice(longer.length === shorter.length ? at + 1 : at);
}

const absolute = (path: string, root: string) => (isAbsolute(path) ? path : resolve(root, path));

/** Settings whose values are never repeated, because they can hold a password. */
const SECRET_NAMES = new Set(["DATABASE_URL", "DATABASE_DIRECT_URL", "BACKUP_PASSPHRASE", "METRICS_TOKEN", "SMTP_URL"]);

const nameProblem = (given: Record<string, string | undefined>) => (issue: z.core.$ZodIssue) => {
  const name = String(issue.path[0]);
  const shown = SECRET_NAMES.has(name) ? "" : ` is "${given[name] ?? ""}" and`;
  return `${name}${shown} ${issue.message}`;
};

const weaknessesRefused = (host: string) =>
  `HOST is "${host}", which other machines can reach, and the security profile is \`specified\`: it keeps readable passwords ` +
  "and lets everybody who has the public key read and change what the screens need, as the specification asks. " +
  "Either choose SECURITY_PROFILE=hardened, or set ACCEPT_KNOWN_WEAKNESSES=yes if you accept that.";
