// People of one site who work on cases, in either profile, with short forms of the functions that they call.
import { createHash, randomUUID } from "node:crypto";
import type { PostgrestError, SupabaseClient } from "@supabase/supabase-js";
import type { SecurityProfile, SessionKind } from "#contract/states.ts";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { NOTICE_ADDRESS } from "#tests/support/rows/settled-sites.ts";
import type { TestServer } from "#tests/support/server/server.ts";

export const [SITE, OTHER_SITE] = ["ostra-hamnen", "vastra-hamnen"] as const;

export type Json = Record<string, unknown>;
/** The answer of a function; a refusal stands in `refused`. */
export type Answer = Json & { outcome?: string; refused?: PostgrestError };

/** A person who calls functions. `client` is the unmodified supabase-js. */
export type Actor = {
  id: string;
  client: SupabaseClient;
  call(name: string, args: Json): Promise<Answer>;
  check(plate: string, id?: string): Promise<Answer>;
  issue(fine?: Json, accepted?: Json[]): Promise<Answer>;
  correct(fine: Json, changes: Json, eventId?: string): Promise<Answer>;
  record(fine: Json, kind: string, more?: Json): Promise<Answer>;
};

async function callAs(client: SupabaseClient, name: string, args: Json): Promise<Answer> {
  const { data, error } = (await client.rpc(name, args)) as { data: Json | null; error: PostgrestError | null };
  return error === null ? (data ?? {}) : { refused: error };
}

/** A fine as a phone sends it, with a plate that no other car has. */
export const newFine = (changes: Json = {}): Json => ({
  id: randomUUID(),
  project_id: SITE,
  plate: `T${randomUUID().slice(0, 7)}`,
  car_model: "Volvo V60",
  car_color: "Röd",
  street: "Åkergränd 1",
  violation_text: "Parkerat på gångbana",
  amount: 700,
  issued_at: new Date().toISOString(),
  notice_address: NOTICE_ADDRESS,
  ...changes,
});

export const newPhoto = (fine: string, changes: Json = {}): Json => {
  const id = randomUUID();
  const sha256 = createHash("sha256").update(id).digest("hex");
  return { id, path: `${fine}/${id}.jpg`, sha256, taken_at: new Date().toISOString(), category: "car", ...changes };
};

/**
 * Makes a person of a site. In `specified` no login is needed: the screen names the person, and people in the list of admins are admins.
 */
export async function makeActor(
  server: TestServer,
  profile: SecurityProfile,
  person: { kind: Extract<SessionKind, "admin" | "attendant">; userId: string; project?: string | null },
): Promise<Actor> {
  const { kind, userId, project = SITE } = person;
  let client = server.client();
  if (profile === "hardened") {
    const { token } = await makePerson(server, { kind, project, userId });
    client = server.client({ accessToken: token });
  } else if (kind === "admin") {
    await insertRow(server.sql, "admin_accounts", { user_id: userId, project_id: project });
  }
  return actorOf(client, userId, project);
}

/** A person with this client, who names this ID in each call, whether or not the ID is theirs. */
export function actorOf(client: SupabaseClient, id: string, project: string | null = SITE): Actor {
  const call = (name: string, args: Json) => callAs(client, name, { acting_as: id, ...args });
  return {
    id,
    client,
    call,
    check: (plate, check_id = randomUUID()) => call("check_plate", { project, plate, check_id }),
    issue: (fine = {}, accepted = []) =>
      call("issue_fine", { fine: newFine({ project_id: project, ...fine }), accepted }),
    correct: (fine, changes, event_id = randomUUID()) =>
      call("correct_fine", { fine_id: fine["id"], event_id, changes }),
    record: (fine, kind, more = {}) =>
      call("record_case_event", { fine_id: fine["id"], event_id: randomUUID(), kind, ...more }),
  };
}

/** The fine in an answer; throws the whole answer when there is none. */
export function fineOf(answer: Answer): Json & { id: string } {
  if (answer["fine"] === undefined) throw new Error(`No fine: ${JSON.stringify(answer)}`);
  return answer["fine"] as Json & { id: string };
}

/** The SQLSTATE and the field of a refusal, else the outcome. */
export const said = (answer: Answer): string =>
  answer.refused === undefined ? String(answer.outcome) : `${answer.refused.code} ${answer.refused.details}`;

/** The codes of the warnings of an answer. */
export const warned = (answer: Answer): string[] =>
  ((answer["warnings"] ?? []) as { code: string }[]).map(({ code }) => code);
