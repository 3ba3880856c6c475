import { expect, test } from "vitest";
import { SettingsError, readSettings } from "./settings.ts";

const read = (variables: Record<string, string | undefined>) => readSettings(variables, "/srv/parkering");

function problemsOf(variables: Record<string, string>): readonly string[] {
  try {
    read(variables);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

test("without any variable the server runs for this machine only", () => {
  expect(read({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    dataDir: "/srv/parkering/data",
    databaseUrl: null,
    databaseDirectUrl: null,
    postgresBin: null,
    storageDir: "/srv/parkering/data/storage",
    isStorageShared: false,
    s3: null,
    archive: null,
    backup: { passphrase: null, recipients: [], identityFile: null },
    metricsToken: null,
    metricsAddress: null,
    slowStatementMs: 1000,
    photoLimits: { longestMs: 20_000 },
    inFlight: {
      requests: 4000,
      requestsPerAddress: 500,
      bodyBytes: 96 * 1024 * 1024,
      bodyBytesPerAddress: 48 * 1024 * 1024,
      connections: 12_000,
      connectionsPerAddress: 1500,
    },
    sockets: { sockets: 10_000, socketsPerAddress: 1000 },
    shutdownDelayMs: 0,
    securityContact: null,
    lowestVersion: null,
    publicUrl: null,
    securityProfile: "specified",
    acceptKnownWeaknesses: false,
    seed: "demo",
    trustedProxies: [],
    mail: null,
    timeZone: "Europe/Stockholm",
    logLevel: "info",
  });
});

test("settings for the most work under way are read, or refused by name", () => {
  const given = {
    MOST_REQUESTS: "10",
    MOST_REQUESTS_PER_ADDRESS: "5",
    MOST_BODY_MB: "64",
    MOST_BODY_MB_PER_ADDRESS: "11",
    MOST_CONNECTIONS: "100",
    MOST_CONNECTIONS_PER_ADDRESS: "50",
    MOST_SOCKETS: "40",
    MOST_SOCKETS_PER_ADDRESS: "20",
  };
  expect(read(given)).toMatchObject({
    inFlight: {
      requests: 10,
      requestsPerAddress: 5,
      bodyBytes: 64 * 1024 * 1024,
      bodyBytesPerAddress: 11 * 1024 * 1024,
      connections: 100,
      connectionsPerAddress: 50,
    },
    sockets: { sockets: 40, socketsPerAddress: 20 },
  });
  for (const name of Object.keys(given))
    for (const value of ["0", "-1", "many"])
      expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} `))]);
  // A bound of 10 MB for bodies would refuse every photo of 10 MB, since the form around it adds bytes.
  expect(problemsOf({ MOST_BODY_MB: "10" })).toEqual([expect.stringContaining("11 or more")]);
});

test("settings for monitoring, leaving and the security contact are read, or refused by name", () => {
  const given = {
    METRICS_ADDRESS: "[::1]:9464",
    SLOW_STATEMENT_MS: "200",
    PHOTO_WORKERS: "3",
    PHOTO_SECONDS: "5",
    SHUTDOWN_DELAY_SECONDS: "4",
    SECURITY_CONTACT: "mailto:it@example.se",
    LOWEST_VERSION: "1.2.0",
  };
  expect(read(given)).toMatchObject({
    metricsAddress: { host: "::1", port: 9464 },
    slowStatementMs: 200,
    photoLimits: { workers: 3, longestMs: 5000 },
    shutdownDelayMs: 4000,
    securityContact: "mailto:it@example.se",
    lowestVersion: "1.2.0",
  });
  for (const [name, value] of [
    ["METRICS_ADDRESS", "9464"],
    ["METRICS_ADDRESS", "127.0.0.1:99999"],
    ["METRICS_TOKEN", "short"],
    ["SLOW_STATEMENT_MS", "1s"],
    ["PHOTO_WORKERS", "0"],
    ["PHOTO_SECONDS", "1000"],
    ["SHUTDOWN_DELAY_SECONDS", "-1"],
    ["SECURITY_CONTACT", "it@example.se"],
    ["LOWEST_VERSION", "1.2"],
  ] as const)
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} `))]);
  expect(problemsOf({ METRICS_TOKEN: "short" })[0]).not.toContain('"short"');
});

test("an empty variable counts as absent", () => {
  expect(read({ PORT: "", DATABASE_URL: " " })).toMatchObject({ port: 3000, databaseUrl: null });
});

test("a hardened company begins with nothing of the demo, unless it is asked for", () => {
  expect(read({ SECURITY_PROFILE: "hardened" }).seed).toBe("none");
  expect(read({ SECURITY_PROFILE: "hardened", SEED: "demo" }).seed).toBe("demo");
  expect(read({ SEED: "none" }).seed).toBe("none");
  expect(problemsOf({ SEED: "yes" })).toEqual(['SEED is "yes" and must be one of demo, none']);
});

test("folders may be relative, absolute or a file address", () => {
  expect(read({ DATA_DIR: "other", STORAGE_URL: "files" })).toMatchObject({
    dataDir: "/srv/parkering/other",
    storageDir: "/srv/parkering/files",
  });
  expect(read({ STORAGE_URL: "file:///mnt/files" }).storageDir).toBe("/mnt/files");
  expect(read({ DATA_DIR: "/var/lib/p" }).storageDir).toBe("/var/lib/p/storage");
});

const ON_S3 = { STORAGE_URL: "s3://photos/parkering", AWS_ACCESS_KEY_ID: "K", AWS_SECRET_ACCESS_KEY: "S" };

test("photos may lie on S3, Amazon's or another", () => {
  const place = { bucket: "photos", prefix: "parkering/", accessKeyId: "K", secretAccessKey: "S" };
  const region = "eu-north-1";
  expect(read({ ...ON_S3, AWS_REGION: region }).s3).toEqual({ ...place, region, endpoint: null });
  const elsewhere = {
    ...ON_S3,
    AWS_REGION: region,
    STORAGE_URL: "s3://photos",
    S3_ENDPOINT: "https://s3.example.org/",
  };
  expect(read(elsewhere).s3).toEqual({ ...place, prefix: "", region, endpoint: "https://s3.example.org" });
});

test("an archive lies in a folder or on S3, is encrypted, and is of the server's own database", () => {
  const keys = { BACKUP_RECIPIENTS: "age1x" };
  expect(read({ ...keys, ARCHIVE_URL: "/mnt/archive" }).archive).toEqual({
    storageDir: "/mnt/archive",
    s3: null,
    days: 14,
  });
  const onS3 = { ...keys, ...ON_S3, AWS_REGION: "eu-north-1", ARCHIVE_URL: "s3://archive", ARCHIVE_DAYS: "30" };
  expect(read(onS3).archive).toMatchObject({ s3: { bucket: "archive", prefix: "" }, days: 30 });
  expect(problemsOf({ ARCHIVE_URL: "/mnt/archive" })).toEqual([
    "ARCHIVE_URL needs BACKUP_RECIPIENTS, public keys of age: an archive holds all rows and secrets.",
  ]);
  expect(problemsOf({ ARCHIVE_URL: "/mnt/archive", BACKUP_PASSPHRASE: "tolv tecken minst" })).toHaveLength(1);
  expect(problemsOf({ ...keys, ARCHIVE_URL: "/mnt/archive", DATABASE_URL: "postgresql://a@b/c" })).toEqual([
    "ARCHIVE_URL is for the server's own PostgreSQL. Yours is archived by pgBackRest (docs/operations.md).",
  ]);
  expect(problemsOf({ ...keys, ARCHIVE_URL: "https://archive.example.org" })).toHaveLength(1);
});

test("missing settings of S3 are named, and the value of a key never is", () => {
  expect(problemsOf(ON_S3)).toEqual(["STORAGE_URL is on S3, which needs AWS_REGION too."]);
  const wrong = { ...ON_S3, AWS_REGION: "Stockholm", S3_ENDPOINT: "s3.example.org", PORT: "x" };
  expect(problemsOf(wrong).join()).not.toMatch(/"[KS]"/);
  expect(problemsOf(wrong)).toHaveLength(3);
});

test.each([
  ["PORT", "abc", "must be a number from 0 to 65535"],
  ["PORT", "70000", "must be a number from 0 to 65535"],
  ["PORT", "-1", "must be a number from 0 to 65535"],
  ["HOST", "http://localhost", "must be a host name or an address"],
  ["STORAGE_URL", "s3://", "must look like s3://bucket"],
  ["STORAGE_URL", "ftp://host/files", "must be a folder"],
  ["PUBLIC_URL", "parking.example", "must be an address like https://parking.example.org"],
  ["PUBLIC_URL", "https://parking.example/app", "without a path"],
  ["SECURITY_PROFILE", "none", "must be one of specified, hardened"],
  ["ACCEPT_KNOWN_WEAKNESSES", "true", "must be one of yes, no"],
  ["TRUSTED_PROXIES", "proxy.example.org", "must be addresses or ranges"],
  ["TRUSTED_PROXIES", "10.0.0.1,", "must be addresses or ranges"],
  ["LOG_LEVEL", "loud", "must be one of fatal, error"],
])("a wrong %s (%s) is named with its value", (name, value, text) => {
  const [problem, ...others] = problemsOf({ [name]: value });
  expect(problem).toContain(`${name} is "${value}"`);
  expect(problem).toContain(text);
  expect(others).toEqual([]);
});

test("DATABASE_URL may name several hosts, each of which can be read", () => {
  const url = "postgresql://me:hemligt@first:5432,second:5433/parkering";
  expect(read({ DATABASE_URL: url })).toMatchObject({ databaseUrl: url });
  expect(problemsOf({ DATABASE_URL: "postgresql://me:hemligt@first:5432,second:x/parkering" })).toHaveLength(1);
});

test("a wrong DATABASE_URL is named without its value, which can hold a password", () => {
  const [problem] = problemsOf({ DATABASE_URL: "mysql://root:hemligt@host/db" });
  expect(problem).toBe("DATABASE_URL must look like postgresql://user:password@host:5432/database");
});

test.each([
  ["SECURITYPROFILE", "SECURITY_PROFILE"],
  ["security_profile", "SECURITY_PROFILE"],
  ["SECURITY_PROFIL", "SECURITY_PROFILE"],
  ["SECURITY_PROFILES", "SECURITY_PROFILE"],
  ["SEKURITY_PROFILE", "SECURITY_PROFILE"],
  ["DATABASE-URL", "DATABASE_URL"],
  ["Data_Dir", "DATA_DIR"],
  ["DATA_DIRS", "DATA_DIR"],
  ["port", "PORT"],
  ["TRUSTED_PROXYS", null],
  ["HOSTS", "HOST"],
  ["PORTS", "PORT"],
  ["seeds", "SEED"],
  ["SORT", null],
  ["DATABASE_URI_OF_OTHERS", null],
  ["AWS_SESSION_TOKEN", null],
])("%s is taken for %s", (name, meant) => {
  const problems = meant === null ? read({ [name]: "hardened" }) && [] : problemsOf({ [name]: "hardened" });
  expect(problems).toEqual(meant === null ? [] : [`${name} is no setting: ${meant} is meant. Rename or remove it.`]);
});

test("all wrong values are told at once", () => {
  const problems = problemsOf({ PORT: "x", LOG_LEVEL: "x", PUBLIC_URL: "x", HOST: "0.0.0.0" });
  const named = new Set(problems.map((problem) => problem.split(" ")[0]));
  expect(named).toEqual(new Set(["HOST", "LOG_LEVEL", "PORT", "PUBLIC_URL"]));
  expect(problems).toHaveLength(4);
});

// Spec 3 §4: where it may
// Spec 3 §4: Which profile runs
test.each(["0.0.0.0", "::", "192.168.1.10", "parking.example.org"])(
  "the specified profile on %s is refused: why, and both ways out",
  (host) => {
    const [problem] = problemsOf({ HOST: host });
    expect(problem).toContain("other machines can reach");
    expect(problem).toContain("readable passwords");
    expect(problem).toContain("SECURITY_PROFILE=hardened");
    expect(problem).toContain("ACCEPT_KNOWN_WEAKNESSES=yes");
  },
);

// Spec 3 §4: where it may
// Spec 3 §4: Which profile runs
test("a server whose operator accepts the weaknesses may listen anywhere", () => {
  expect(read({ HOST: "0.0.0.0", ACCEPT_KNOWN_WEAKNESSES: "yes" })).toMatchObject({
    host: "0.0.0.0",
    acceptKnownWeaknesses: true,
  });
});

// Spec 3 §4: where it may
// Spec 3 §4: Which profile runs
test("the hardened profile listens anywhere", () => {
  expect(problemsOf({ SECURITY_PROFILE: "hardened" })).toEqual([]);
  expect(problemsOf({ SECURITY_PROFILE: "hardened", HOST: "0.0.0.0" })).toEqual([]);
});

test("proxies are trusted by address and by range", () => {
  expect(read({ TRUSTED_PROXIES: "10.0.0.5, fd00::/8" }).trustedProxies).toEqual(["10.0.0.5", "fd00::/8"]);
});

test("mail: the server that takes it and the sender, both or neither", () => {
  const from = "Parkering <parkering@example.se>";
  expect(read({ SMTP_URL: "smtps://user%40example.se:l%C3%B6sen@mail.example.se", MAIL_FROM: from }).mail).toEqual({
    host: "mail.example.se",
    port: 465,
    isSecure: true,
    login: { user: "user@example.se", password: "lösen" },
    from: { name: "Parkering", address: "parkering@example.se" },
  });
  expect(read({ SMTP_URL: "smtp://10.0.0.5:25", MAIL_FROM: "parkering@example.se" }).mail).toEqual({
    host: "10.0.0.5",
    port: 25,
    isSecure: false,
    login: null,
    from: { name: "", address: "parkering@example.se" },
  });
  expect(problemsOf({ MAIL_FROM: from })).toEqual([expect.stringContaining("belong together")]);
  for (const address of [
    "mail.example.se",
    "https://mail.example.se",
    "smtp://",
    "smtp://user@mail.example.se",
    "smtp://mail.example.se?tls.rejectUnauthorized=false",
    "smtp://user:l%F6sen@mail.example.se",
  ]) {
    const [problem = ""] = problemsOf({ SMTP_URL: address, MAIL_FROM: from });
    expect(problem).toMatch(/^SMTP_URL must look like/);
  }
  for (const sender of ["Parkering", "a@b.se, c@d.se", "Parkering <a@b>", "A <a@b.se> B"])
    expect(problemsOf({ SMTP_URL: "smtp://mail.example.se", MAIL_FROM: sender })).toEqual([
      expect.stringMatching(/^MAIL_FROM /),
    ]);
});
