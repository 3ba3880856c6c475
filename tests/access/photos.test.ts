// People who read, sign, upload, overwrite, move and remove photos, through the real client and server in both profiles.
// `npm test` asks in `hardened` everybody with an expectation of the own and a third of the others, and in `specified` two people and the ended login: to that database all are the visitor.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SECURITY_PROFILES, type SecurityProfile } from "#contract/states.ts";
import { after } from "#tests/support/run/patience.ts";
import { SMALL_PNG as PNG } from "#tests/support/rows/real-photos.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { askedOf, makePeople, OTHER, OWN, type Person, type PersonName } from "#tests/access/people.ts";

const BUCKET = "shift-images";
/** Stored photos: in no shift yet, and in a shift of somebody. The first two lie in the attendant's own folder. */
const PHOTOS = ["in no shift", "own shift's", "colleague's", "other site's", "no site's"] as const;

type Expectation = { everybody: string } & Partial<Record<PersonName, string>>;

/** Photo by photo: r read, g give a signed address, p by the public address, o overwrite, m move, x remove. */
const STORED: Record<SecurityProfile, Expectation> = {
  // A signed address ends with the login that it came from.
  specified: { everybody: "rgp", "logged-out attendant": "rp", service: "rgpx" },
  hardened: {
    everybody: "-",
    attendant: "- rg - - -",
    "attendant without a site": "- - - - rg",
    admin: "- rg rg - -",
    handler: "- rg rg - -",
    "protected admin": "- rg rg rg rg",
    service: "rgx",
  },
};

/** Folders for new photos. */
const FOLDERS = [
  "own folder",
  "another's folder",
  "below the own folder",
  "no folder",
  "own folder of another bucket",
] as const;

/** Folder by folder: u upload, - refused. */
const UPLOADS: Record<SecurityProfile, Expectation> = {
  specified: { everybody: "u u u u -", service: "u u u u u" },
  hardened: {
    everybody: "- - - - -",
    attendant: "u - - - -",
    "attendant without a site": "u - - - -",
    service: "u u u u u",
  },
};

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  let people: Record<PersonName, Person>;
  let paths: Record<(typeof PHOTOS)[number], string>;
  // A person whose login ended is told apart from a visitor in both.
  const ofPhotos = [...new Set([...askedOf(profile, STORED[profile], 0), "logged-out attendant" as const])];
  const ofFolders = [...new Set([...askedOf(profile, UPLOADS[profile], 1), "logged-out attendant" as const])];

  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    people = await makePeople(server);
    const { sql } = server;
    await sql`insert into storage.buckets (id, name, public) values ('other', 'other', false)`;
    const folderOf = (name: PersonName) => people[name].accountId ?? "";
    paths = {
      "in no shift": `${folderOf("attendant")}/1-unused.png`,
      "own shift's": `${folderOf("attendant")}/2-own.png`,
      "colleague's": `${folderOf("logged-out attendant")}/3-colleague.png`,
      "other site's": `${folderOf("operator")}/4-other-site.png`,
      "no site's": `${folderOf("attendant without a site")}/5-no-site.png`,
    };
    for (const path of Object.values(paths)) await put(path);
    const shift = (project: string | null, userId: string, path: string) =>
      insertRow(sql, "shift_registrations", {
        project_id: project,
        attendant_user_id: userId,
        image_urls: [path, "not-there.png"],
      });
    await shift(OWN, "vakt01", paths["own shift's"]);
    await shift(OWN, "vakt09", paths["colleague's"]);
    await shift(OTHER, "vakt01", paths["other site's"]);
    await shift(null, "vakt01", paths["no site's"]);
  });
  afterAll(() => server.stop());

  const service = () => people.service.client.storage;

  async function put(path: string, bucket = BUCKET): Promise<void> {
    const { error } = await service().from(bucket).upload(path, PNG, { contentType: "image/png" });
    expect(error).toBeNull();
  }
  /** The version of what lies there; null for nothing. Every write would make another one. */
  async function versionOf(path: string, bucket = BUCKET): Promise<string | null> {
    const [file] = await server.sql<{ version: string }[]>`
      select version from storage.objects where bucket_id = ${bucket} and name = ${path}`;
    return file?.version ?? null;
  }
  const isHere = async (path: string, bucket?: string) => (await versionOf(path, bucket)) !== null;

  /** The person's reach of a photo; the photo lies there as before afterwards. */
  async function reach({ client }: Person, path: string): Promise<string> {
    const files = client.storage.from(BUCKET);
    const read = (await files.download(path)).data;
    const signed = (await files.createSignedUrls([path], 60)).data?.[0]?.signedUrl;
    const isSigned = typeof signed === "string" && (await fetch(signed)).status === 200;
    const publicStatus = (await fetch(files.getPublicUrl(path).data.publicUrl)).status;
    expect([200, 400, 404]).toContain(publicStatus);

    const before = await versionOf(path);
    await files.upload(path, PNG, { contentType: "image/png", upsert: true });
    await files.update(path, PNG, { contentType: "image/png" });
    const isOverwritten = (await versionOf(path)) !== before;
    const moved = `${path.split("/")[0]}/moved.png`;
    await files.move(path, moved);
    const isMoved = (await isHere(moved)) || !(await isHere(path));
    await files.remove([path]);
    const isRemoved = !(await isHere(path));
    if (isRemoved) await put(path);
    const letters = {
      r: read !== null,
      g: isSigned,
      p: publicStatus === 200,
      o: isOverwritten,
      m: isMoved,
      x: isRemoved,
    };
    return (
      Object.entries(letters)
        .flatMap(([letter, isReached]) => (isReached ? [letter] : []))
        .join("") || "-"
    );
  }

  // Spec 3 §4: table access |
  it.each(ofPhotos)("%s reaches the stored photos that they should", async (name) => {
    const found: string[] = [];
    for (const photo of PHOTOS) found.push(await reach(people[name], paths[photo]));
    const commands = STORED[profile][name] ?? STORED[profile].everybody;
    expect(found.join(" ")).toBe(commands.includes(" ") ? commands : PHOTOS.map(() => commands).join(" "));
  });

  it.each(ofFolders)("%s uploads where they should", async (name) => {
    const { client, accountId } = people[name];
    const own = accountId ?? "nobody";
    const found: string[] = [];
    for (const folder of FOLDERS) {
      const file = `9-${name.replaceAll(" ", "-")}.png`;
      const path = {
        "own folder": `${own}/${file}`,
        "another's folder": `${people.customer.accountId === own ? people.member.accountId : people.customer.accountId}/${file}`,
        "below the own folder": `${own}/more/${file}`,
        "no folder": file,
        "own folder of another bucket": `${own}/${file}`,
      }[folder];
      const bucket = folder === "own folder of another bucket" ? "other" : BUCKET;
      const { error } = await client.storage.from(bucket).upload(path, PNG, { contentType: "image/png" });
      const isUploaded = await isHere(path, bucket);
      expect(error === null).toBe(isUploaded);
      found.push(isUploaded ? "u" : "-");
      await service().from(bucket).remove([path]);
    }
    expect(found.join(" ")).toBe(UPLOADS[profile][name] ?? UPLOADS[profile].everybody);
  });

  it.each(ofPhotos)("%s makes, changes and empties no bucket", async (name) => {
    const { storage } = people[name].client;
    const answers = [
      await storage.createBucket(`new-${name.replaceAll(" ", "-")}`),
      await storage.updateBucket("other", { public: true }),
      await storage.emptyBucket(BUCKET),
      await storage.deleteBucket("other"),
    ];
    expect(answers.filter(({ error }) => error === null)).toEqual([]);
    const [other] = await server.sql`select public from storage.buckets where id = 'other'`;
    expect(other).toEqual({ public: false });
    expect(await isHere(paths["own shift's"])).toBe(true);
  });

  it("a signed address reads its own photo and no other, for as long as it says", async () => {
    const files = service().from(BUCKET);
    const signed = (await files.createSignedUrls([paths["own shift's"]], 60)).data?.[0]?.signedUrl ?? "";
    expect((await fetch(signed)).status).toBe(200);
    const other = signed.replace("2-own.png", "1-unused.png");
    expect(other).not.toBe(signed);
    expect([400, 401, 403]).toContain((await fetch(other)).status);
    const old = (await files.createSignedUrls([paths["own shift's"]], 1)).data?.[0]?.signedUrl ?? "";
    const answer = async () => (await fetch(old)).status;
    await expect.poll(answer, { ...after(1000), interval: 200 }).not.toBe(200);
    expect([400, 401, 403]).toContain(await answer());
  });
});
