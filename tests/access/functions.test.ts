// Functions of the database that people may call, the answers, and the callers of the edge function.
// `npm test` asks everybody in `hardened` (of rules with tables of their own, a third of those who are as everybody), and in `specified` two
// people: to that database all are the visitor.
import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SECURITY_PROFILES, type SecurityProfile } from "#contract/states.ts";
import { insertAccount, insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { asked, askedOf, makePeople, OTHER, OWN, type Person, type PersonName } from "#tests/access/people.ts";

/** Functions that visitors call in both profiles; those of staff are called without an account in `specified` alone. */
const OF_VISITORS = [
  "get_bid_figures",
  "get_listing_choices",
  "place_bid",
  "withdraw_bid",
  "my_bids",
  "list_joined_bidders",
  "sign_up_for_viewing",
  "cancel_signup",
  "my_viewings",
  "follow_property",
  "confirm_follow",
  "end_follow",
  "send_own_link",
  "unit_board",
  "act_as_unit",
  "undo_as_unit",
  "wall_board",
  "wall_alarms",
  "get_user_role",
  "look_up_case",
  "case_by_key",
  "object_to_case",
  "leave_refund_account",
  "parking_by_receipt",
  "end_parking",
  "extend_parking",
  "read_reply",
];

/** The functions of the table API, and who may call them in `specified`. */
const CALLABLE: Record<string, string[]> = {
  search_parkings: ["anon", "authenticated", "service_role"],
  get_bid_figures: ["anon", "authenticated"],
  get_listing_choices: ["anon", "authenticated"],
  place_bid: ["anon", "authenticated"],
  withdraw_bid: ["anon", "authenticated"],
  my_bids: ["anon", "authenticated"],
  list_joined_bidders: ["anon", "authenticated"],
  sign_up_for_viewing: ["anon", "authenticated"],
  cancel_signup: ["anon", "authenticated"],
  my_viewings: ["anon", "authenticated"],
  follow_property: ["anon", "authenticated"],
  confirm_follow: ["anon", "authenticated"],
  end_follow: ["anon", "authenticated"],
  send_own_link: ["anon", "authenticated"],
  set_viewing: ["authenticated"],
  list_signups: ["authenticated"],
  make_bid_link: ["authenticated"],
  enter_bid: ["authenticated"],
  set_bid_visibility: ["authenticated"],
  join_bidders: ["authenticated"],
  open_contact: ["authenticated"],
  record_sale_event: ["authenticated"],
  bid_list: ["authenticated"],
  get_user_role: ["anon", "authenticated", "service_role"],
  get_caller: ["authenticated"],
  find_account: ["service_role"],
  demand_second_factor: ["authenticated"],
  count_site_contents: ["anon", "authenticated"],
  check_plate: ["anon", "authenticated"],
  offline_data: ["anon", "authenticated"],
  record_offline_check: ["anon", "authenticated"],
  note_camera_check: ["anon", "authenticated"],
  reserve_case_numbers: ["anon", "authenticated"],
  hold_case_numbers: ["anon", "authenticated"],
  list_unused_numbers: ["anon", "authenticated"],
  void_case_numbers: ["anon", "authenticated"],
  notice_gaps: ["anon", "authenticated"],
  list_notice_gaps: ["anon", "authenticated"],
  issue_fine: ["anon", "authenticated"],
  correct_fine: ["anon", "authenticated"],
  record_case_event: ["anon", "authenticated"],
  look_up_case: ["anon", "authenticated", "service_role"],
  case_by_key: ["anon", "authenticated", "service_role"],
  object_to_case: ["anon", "authenticated"],
  leave_refund_account: ["anon", "authenticated"],
  parking_by_receipt: ["anon", "authenticated"],
  end_parking: ["anon", "authenticated"],
  extend_parking: ["anon", "authenticated"],
  read_reply: ["anon", "authenticated", "service_role"],
  list_case_files: ["service_role"],
  count_cases: ["anon", "authenticated"],
  find_cases: ["anon", "authenticated"],
  list_objections: ["anon", "authenticated"],
  assign_objection: ["anon", "authenticated"],
  set_objection_ground: ["anon", "authenticated"],
  send_decision: ["anon", "authenticated"],
  set_unit_status: ["anon", "authenticated"],
  confirm_unit: ["anon", "authenticated"],
  undo_press: ["anon", "authenticated"],
  raise_alarm: ["anon", "authenticated"],
  record_alarm_event: ["anon", "authenticated"],
  set_all_off_duty: ["anon", "authenticated"],
  undo_all_off_duty: ["anon", "authenticated"],
  set_statuses: ["anon", "authenticated"],
  keep_note: ["anon", "authenticated"],
  finish_note: ["anon", "authenticated"],
  set_minimums: ["anon", "authenticated"],
  dispatch_figures: ["anon", "authenticated"],
  skip_off_duty: ["anon", "authenticated"],
  make_link: ["anon", "authenticated"],
  list_links: ["anon", "authenticated"],
  unit_board: ["anon", "authenticated"],
  act_as_unit: ["anon", "authenticated"],
  undo_as_unit: ["anon", "authenticated"],
  wall_board: ["anon", "authenticated"],
  wall_alarms: ["anon", "authenticated"],
  receive_call: ["anon", "authenticated"],
  change_call: ["anon", "authenticated"],
  assign_units: ["anon", "authenticated"],
  record_unit_step: ["anon", "authenticated"],
  mark_duplicate: ["anon", "authenticated"],
  open_caller: ["anon", "authenticated"],
  record_call_event: ["anon", "authenticated"],
  take_car: ["anon", "authenticated"],
  return_car: ["anon", "authenticated"],
  undo_return: ["anon", "authenticated"],
  end_turn: ["anon", "authenticated"],
  extend_turn: ["anon", "authenticated"],
  ask_for_car: ["anon", "authenticated"],
  answer_request: ["anon", "authenticated"],
  take_over_car: ["anon", "authenticated"],
  report_fault: ["anon", "authenticated"],
  set_vehicle: ["anon", "authenticated"],
  fix_fault: ["anon", "authenticated"],
  correct_odometer: ["anon", "authenticated"],
  correct_turn_km: ["anon", "authenticated"],
  taxi_hours: ["anon", "authenticated"],
  save_planned_shifts: ["anon", "authenticated"],
  ask_for_shift: ["anon", "authenticated"],
  assign_place: ["anon", "authenticated"],
  decide_place: ["anon", "authenticated"],
  remove_place: ["anon", "authenticated"],
  leave_shift: ["anon", "authenticated"],
  report_absence: ["anon", "authenticated"],
  ask_person: ["anon", "authenticated"],
  confirm_place: ["anon", "authenticated"],
  list_takers: ["anon", "authenticated"],
  own_objections: ["anon", "authenticated"],
  offer_place: ["anon", "authenticated"],
  answer_offer: ["anon", "authenticated"],
  set_ase_list: ["anon", "authenticated"],
  record_certificate: ["anon", "authenticated"],
  check_vehicle: ["anon", "authenticated"],
  take_back_fault: ["anon", "authenticated"],
  own_faults: ["anon", "authenticated"],
  list_certificates: ["anon", "authenticated"],
  publish_notice: ["anon", "authenticated"],
  see_notice: ["anon", "authenticated"],
  acknowledge_notice: ["anon", "authenticated"],
  clock_in: ["anon", "authenticated"],
  clock_break: ["anon", "authenticated"],
  clock_out: ["anon", "authenticated"],
  resume_turn: ["anon", "authenticated"],
  type_turn: ["anon", "authenticated"],
  correct_turn: ["anon", "authenticated"],
  change_vehicle: ["anon", "authenticated"],
  review_turns: ["anon", "authenticated"],
  work_hours: ["anon", "authenticated"],
  set_settings: ["anon", "authenticated"],
  list_people: ["anon", "authenticated"],
  set_person_active: ["anon", "authenticated"],
  end_logins: ["anon", "authenticated"],
  get_person: ["anon", "authenticated"],
  order_violations: ["anon", "authenticated"],
  set_company_sites: ["anon", "authenticated"],
  list_company_sites: ["anon", "authenticated"],
  list_own_sites: ["anon", "authenticated"],
  list_handlers: ["authenticated"],
  set_handler_sites: ["authenticated"],
  add_permits: ["anon", "authenticated"],
  match_payments: ["anon", "authenticated"],
  book_payments: ["anon", "authenticated"],
  place_payment: ["anon", "authenticated"],
  undo_import: ["anon", "authenticated"],
  end_payment: ["anon", "authenticated"],
  list_refunds: ["anon", "authenticated"],
  list_payer_plates: ["anon", "authenticated"],
  step_refunds: ["anon", "authenticated"],
  send_refunds: ["anon", "authenticated"],
  read_refund_file: ["anon", "authenticated"],
  list_ended: ["anon", "authenticated"],
  list_file_rows: ["anon", "authenticated"],
  list_similar_fines: ["anon", "authenticated"],
  sum_payments: ["anon", "authenticated"],
  list_unplaced: ["anon", "authenticated"],
  list_case_work: ["anon", "authenticated"],
  list_sent_cases: ["anon", "authenticated"],
  match_owners: ["anon", "authenticated"],
  record_case_events: ["anon", "authenticated"],
  site_overview: ["anon", "authenticated"],
  site_statistics: ["anon", "authenticated"],
  site_ledger: ["anon", "authenticated"],
  list_ledger_rows: ["anon", "authenticated"],
  close_ledger_month: ["anon", "authenticated"],
  erase_expired: ["anon", "authenticated"],
  person_extract: ["anon", "authenticated"],
  erase_plate: ["anon", "authenticated"],
  get_first_steps: ["anon", "authenticated"],
  get_system_state: ["anon", "authenticated"],
  end_own_login: ["authenticated"],
  get_second_factor_demands: ["authenticated"],
  get_second_factor_dates: ["authenticated"],
  get_login_step: ["authenticated"],
  get_second_factor_due: ["authenticated"],
  list_account_notices: ["authenticated"],
  end_account_notices: ["authenticated"],
  list_own_logins: ["authenticated"],
  list_unconfirmed: ["authenticated"],
  make_recovery_codes: ["authenticated"],
  record_access: ["anon", "authenticated"],
  use_recovery_code: ["authenticated"],
  send_test_message: ["anon", "authenticated"],
  send_message_again: ["anon", "authenticated"],
  is_mail_set_up: ["anon", "authenticated"],
  own_address: ["anon", "authenticated"],
  may_send_links: ["authenticated"],
  send_account_link: ["service_role"],
  take_account_link: ["service_role"],
  make_account_link: ["service_role"],
  read_account_link: ["service_role"],
  is_link_of: ["service_role"],
  revoke_invitation: ["service_role"],
  had_account: ["service_role"],
  give_back_account_link: ["service_role"],
  take_messages: ["service_role"],
  settle_message: ["service_role"],
};

type Expectation<T> = { everybody: T } & Partial<Record<PersonName, T>>;
const expectedFor = <T>(expectation: Expectation<T>, name: PersonName): T => expectation[name] ?? expectation.everybody;

const ALL = [OWN, OTHER, null];

/** The sites of the parkings that a search finds. */
const SEARCHED: Record<SecurityProfile, Expectation<(string | null)[]>> = {
  specified: { everybody: ALL },
  hardened: {
    everybody: [],
    attendant: [OWN],
    "attendant without a site": [null],
    admin: [OWN],
    handler: [OWN],
    "protected admin": ALL,
  },
};

/** The roles that people are told of the account admin, of the agent and of themselves. */
const ROLES: Record<SecurityProfile, Expectation<string>> = {
  specified: {
    everybody: "admin employee member",
    "account admin": "admin employee admin",
    agent: "admin employee employee",
    customer: "admin employee customer",
  },
  hardened: {
    everybody: "member member member",
    "account admin": "admin member admin",
    agent: "member employee employee",
    customer: "member member customer",
    service: "admin employee member",
  },
};

/** Whether people may have messages sent of the own site, of the other one and of the dispatch centre. */
const MAY_SEND: Record<SecurityProfile, Expectation<boolean[]>> = {
  specified: { everybody: [true, true, true], service: [false, false, false] },
  hardened: {
    everybody: [false, false, false],
    admin: [true, false, false],
    handler: [true, false, false],
    "protected admin": [true, true, true],
    "dispatch admin": [false, false, true],
  },
};

/** The sites whose violations and permits people keep. */
const KEPT: Record<SecurityProfile, Expectation<string[]>> = {
  specified: { everybody: [OWN, OTHER], service: [] },
  hardened: { everybody: [], admin: [OWN], handler: [OWN], "protected admin": [OWN, OTHER] },
};

const REFUSED_PRESSES = Array.from({ length: 15 }, () => "42501").join(" ");
/**
 * The outcomes of fifteen calls, in order: a press on a unit, taking the press back, `Checked`, an alarm, its acknowledgement, all off duty,
 * taking that back, a note, its end, a day without an end of duty, and what is the administrator's: statuses, minimums, settings, a link,
 * the list of links.
 */
const PRESSES: Record<SecurityProfile, Expectation<string>> = {
  specified: {
    everybody: "set undone confirmed raised recorded set undone kept finished unchanged 42501 42501 42501 42501 42501",
    "dispatch admin":
      "set undone confirmed raised recorded set undone kept finished unchanged unchanged unchanged unchanged made listed",
    service: REFUSED_PRESSES,
  },
  hardened: {
    everybody: REFUSED_PRESSES,
    operator: "set undone confirmed raised recorded set undone kept finished unchanged 42501 42501 42501 42501 42501",
    "dispatch admin":
      "set undone confirmed raised recorded set undone kept finished unchanged unchanged unchanged unchanged made listed",
  },
};

/** What becomes of a call: received, changed, a unit sent, on scene, undone, a note, a duplicate. */
const CALLS = "received set assigned recorded undone recorded opened recorded";
const NO_CALLS = "42501 42501 42501 42501 42501 42501 42501 42501";
const CALL_RULES: Record<SecurityProfile, Expectation<string>> = {
  specified: { everybody: CALLS, service: NO_CALLS },
  hardened: { everybody: NO_CALLS, operator: CALLS, "dispatch admin": CALLS },
};

/**
 * What becomes of four people whom somebody reads, logs out and deactivates (an attendant of the own site and of another, a chauffeur, an
 * e-mail account), and of the list of people.
 */
const [DONE, REFUSED] = ["found ended set", "42501 42501 42501"];
const NO_PEOPLE = `${REFUSED} ${REFUSED} ${REFUSED} ${REFUSED} 42501`;
const FIXED_ADMINS = {
  everybody: NO_PEOPLE,
  "main admin": `${DONE} ${DONE} ${DONE} ${DONE} listed`,
  "protected admin": `${DONE} ${DONE} ${REFUSED} ${REFUSED} listed`,
  "dispatch admin": `${REFUSED} ${REFUSED} ${REFUSED} ${REFUSED} listed`,
  "taxi admin": `${REFUSED} ${REFUSED} ${DONE} ${REFUSED} listed`,
  "ambulance admin": `${REFUSED} ${REFUSED} ${REFUSED} ${REFUSED} listed`,
  "account admin": `${REFUSED} ${REFUSED} ${REFUSED} ${DONE} listed`,
};
const DEACTIVATED: Record<SecurityProfile, Expectation<string>> = {
  specified: FIXED_ADMINS,
  hardened: {
    ...FIXED_ADMINS,
    admin: `${DONE} ${REFUSED} ${REFUSED} ${REFUSED} listed`,
    // Handlers manage the people of their own sites.
    handler: `${DONE} ${REFUSED} ${REFUSED} ${REFUSED} listed`,
  },
};

/** The answer of the function create-admin-user to a new customer's account; the profile specified makes it for anybody. */
const MADE: Record<SecurityProfile, Expectation<number>> = {
  specified: { everybody: 201 },
  hardened: { everybody: 403, "account admin": 201, visitor: 401, service: 401, "logged-out attendant": 401 },
};

const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");
const figures = (property_id: string, highest: number | null, bids: number) => ({ property_id, highest, bids });

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  let people: Record<PersonName, Person>;
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    people = await makePeople(server);
    for (const project_id of ALL) await insertRow(server.sql, "parkings", { project_id });
  });
  afterAll(() => server.stop());

  it("offers the functions of the list and no other", async () => {
    const rows = await server.sql<{ name: string; roles: string[] }[]>`
      select p.proname as name, to_json(array(select r from unnest(array['anon', 'authenticated', 'service_role']) r
        where has_function_privilege(r, p.oid, 'execute'))) as roles
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public'`;
    const expected = Object.entries(CALLABLE).map(([name, roles]): [string, string[]] => [
      name,
      profile === "specified" || OF_VISITORS.includes(name) ? roles : roles.filter((role) => role !== "anon"),
    ]);
    expect(Object.fromEntries(rows.map(({ name, roles }) => [name, roles]))).toEqual(Object.fromEntries(expected));
    const { client } = people.visitor;
    for (const name of ["is_specified", "own_projects", "is_login_alive"])
      expect((await client.rpc(name)).status).toBe(404);
  });

  // Spec 3 §4: table access |
  it.each(asked(profile))("%s finds by the search what they may read", async (name) => {
    const search = async (more: object) => {
      const { data, error } = await people[name].client.rpc("search_parkings", { query: "volvo", ...more });
      expect(error?.code).toBe(name === "visitor" && profile === "hardened" ? "42501" : undefined);
      return new Set((data as { project_id: string | null }[] | null)?.map((row) => row.project_id));
    };
    const found = expectedFor(SEARCHED[profile], name);
    expect(await search({})).toEqual(new Set(found));
    expect(await search({ project: OTHER })).toEqual(new Set(found.filter((project) => project === OTHER)));
  });

  // Spec rules §13: Card and dialog
  it.each(asked(profile))("%s is told of bids in figures where the list is open, agents everywhere", async (name) => {
    const open = await insertRow(server.sql, "properties", { id: randomUUID() });
    const hidden = await insertRow(server.sql, "properties", { id: randomUUID(), hide_bid_list: true });
    const unbid = await insertRow(server.sql, "properties", { id: randomUUID() });
    for (const property_id of [open, hidden])
      for (const amount of [100, 300, 200]) await insertRow(server.sql, "property_bids", { property_id, amount });
    const { data, error } = await people[name].client.rpc("get_bid_figures", { property_ids: [open, hidden, unbid] });
    const told = (data as { property_id: string }[] | null)?.toSorted(
      (a, b) => [open, hidden, unbid].indexOf(a.property_id) - [open, hidden, unbid].indexOf(b.property_id),
    );
    const isAgent = name === "agent" || name === "account admin";
    expect([told, error?.code]).toEqual(
      name === "service"
        ? [undefined, "42501"]
        : [[figures(open, 300, 3), ...(isAgent ? [figures(hidden, 300, 3)] : []), figures(unbid, null, 0)], undefined],
    );
  });

  it.each(asked(profile))("%s is told the roles that they should", async (name) => {
    const { client, accountId } = people[name];
    const asked = [people["account admin"].accountId, people.agent.accountId, accountId ?? people.member.accountId];
    const answers = await Promise.all(asked.map((_user_id) => client.rpc("get_user_role", { _user_id })));
    expect(answers.map(({ data }) => String(data)).join(" ")).toBe(expectedFor(ROLES[profile], name));
  });

  it.each(askedOf(profile, MAY_SEND[profile], 0))(
    "%s has messages of the own site sent, and of no other",
    async (name) => {
      const again = async (project_id: string) => {
        const message_id = await insertRow(server.sql, "outbox", { project_id });
        return (await people[name].client.rpc("send_message_again", { message_id })).error?.code ?? "done";
      };
      const test = async (project_id: string) => {
        const hook_id = await insertRow(server.sql, "message_hooks", { project_id });
        const { error } = await people[name].client.rpc("send_test_message", { hook_id });
        await server.sql`delete from message_hooks where id = ${hook_id}`;
        return error?.code ?? "done";
      };
      const places = [OWN, OTHER, "721075"];
      const expected = expectedFor(MAY_SEND[profile], name).map((may) => (may ? "done" : "42501"));
      expect(await Promise.all(places.map(again))).toEqual(expected);
      expect(await Promise.all(places.map(test))).toEqual(expected);
    },
  );

  it.each(askedOf(profile, PRESSES[profile], 1))(
    "%s acts on the units of dispatch as themselves alone",
    async (name) => {
      const { client, userId } = people[name];
      const location = randomUUID();
      const statuses = await server.sql`
      select code, name, color, sign, meaning, check_after, overdue_after from unit_statuses order by sort_order`;
      await server.sql`update dispatch_settings set off_duty_at = '04:00'`;
      const [tomorrow] = await server.sql<{ day: string }[]>`
      update dispatch_settings set off_duty_skipped_on = private.day_of(now()) + 1
      returning off_duty_skipped_on::text as day`;
      const settings = { assigned_status: "BUSY" };
      const acknowledged = { kind: "acknowledged", outcome: "", text: "" };
      const press = async (acting_as: string) => {
        const unit_id = await insertRow(server.sql, "units", { status: "AVAILABLE", location });
        const [event_id, alarm_id, batch_id, note_id] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
        const call = async (of: string, input: object) => {
          const { data, error } = await client.rpc(of, { ...input, acting_as });
          return error?.code ?? (data as { outcome: string }).outcome;
        };
        return [
          await call("set_unit_status", { unit_id, event_id, expected_status: "AVAILABLE", status: "BUSY" }),
          await call("undo_press", { event_id, undo_id: randomUUID() }),
          await call("confirm_unit", { unit_id, event_id: randomUUID() }),
          await call("raise_alarm", { unit_id, alarm_id, place: "" }),
          await call("record_alarm_event", { ...acknowledged, alarm_id, event_id: randomUUID() }),
          await call("set_all_off_duty", { batch_id, location, include_on_calls: false }),
          await call("undo_all_off_duty", { batch_id, event_id: randomUUID() }),
          await call("keep_note", { note: { id: note_id, text: "Kod 4411", unit_id } }),
          await call("finish_note", { note_id, event_id: randomUUID() }),
          await call("skip_off_duty", { day: tomorrow?.day }),
          await call("set_statuses", { list: statuses, expected: statuses }),
          await call("set_minimums", { list: [], expected: [] }),
          await call("set_settings", {
            product: "dispatch",
            project: "721075",
            event_id: randomUUID(),
            expected: settings,
            changes: settings,
          }),
          await call("make_link", { kind: "unit", unit_id, key_hash: hashOf(randomUUID()) }),
          await call("list_links", {}),
        ].join(" ");
      };
      expect(await press(userId ?? "op01")).toBe(expectedFor(PRESSES[profile], name));
      // Nobody acts in another's name where the database knows people; elsewhere it believes the name.
      const asAnother =
        name === "service" || profile === "hardened"
          ? REFUSED_PRESSES
          : "set undone confirmed raised recorded set undone kept finished unchanged 42501 42501 42501 42501 42501";
      expect(await press("op77")).toBe(asAnother);
    },
  );

  it.each(asked(profile))("%s reads the figures of dispatch only as one of dispatch", async (name) => {
    const { data, error } = await people[name].client.rpc("dispatch_figures", {
      from: "2026-11-20T00:00:00Z",
      to: "2026-11-21T00:00:00Z",
    });
    const mayRead = profile === "specified" ? name !== "service" : name === "operator" || name === "dispatch admin";
    expect(error?.code ?? (data as { outcome: string }).outcome).toBe(mayRead ? "measured" : "42501");
  });

  it.each(asked(profile))("%s reads and acts for a unit by its open key alone", async (name) => {
    const { client } = people[name];
    const [key, ended] = [randomUUID(), randomUUID()];
    const unit_id = await insertRow(server.sql, "units", { unit_number: "31-KEY" });
    for (const [of, ended_at] of [
      [key, null],
      [ended, "2026-11-21T08:00:00Z"],
    ] as const)
      await server.sql`insert into private.dispatch_links ${server.sql({ kind: "unit", unit_id, key_hash: hashOf(of), made_by: "ledning", ended_at })}`;
    const call = async (of: string, input: object) => {
      const { data, error } = await client.rpc(of, input);
      return error?.code ?? (data as { outcome: string }).outcome;
    };
    const act = (of: string) =>
      call("act_as_unit", { key: of, event_id: randomUUID(), step: "checked", call_id: null, place: null, at: null });
    const outcomes = [];
    const undo = (of: string) => call("undo_as_unit", { key: of, event_id: randomUUID(), undo_id: randomUUID() });
    for (const of of [key, ended, randomUUID()])
      outcomes.push(await call("unit_board", { key: of }), await act(of), await undo(of));
    const isRefused = name === "service";
    const none = ["none", "none", "none"];
    expect(outcomes).toEqual(
      isRefused ? Array.from({ length: 9 }, () => "42501") : ["found", "confirmed", "gone", ...none, ...none],
    );
  });

  it.each(asked(profile))("%s reads a wall by its open key alone, and by no unit's", async (name) => {
    const [key, ended, ofUnit] = [randomUUID(), randomUUID(), randomUUID()];
    const unit_id = await insertRow(server.sql, "units", { unit_number: "31-KEY" });
    await server.sql`delete from private.dispatch_links where kind = 'wall'`;
    await server.sql`insert into private.dispatch_links (kind, unit_id, key_hash, made_by, ended_at) values
      ('wall', null, ${hashOf(key)}, 'ledning', null), ('wall', null, ${hashOf(ended)}, 'ledning', now()), ('unit', ${unit_id}, ${hashOf(ofUnit)}, 'ledning', null)`;
    const none = "PT404 404";
    for (const read of ["wall_board", "wall_alarms"]) {
      const outcomes = [];
      for (const of of [key, ended, ofUnit, randomUUID()]) {
        const { data, error, status } = await people[name].client.rpc(read, { key: of });
        outcomes.push(error === null ? (data as { outcome: string }).outcome : `${error.code} ${status}`);
      }
      expect(outcomes).toEqual(
        name === "service" ? Array.from({ length: 4 }, () => "42501 403") : ["found", none, none, none],
      );
    }
  });

  it.each(askedOf(profile, CALL_RULES[profile], 2))(
    "%s works on calls of dispatch as themselves alone",
    async (name) => {
      const { client, userId } = people[name];
      const work = async (acting_as: string) => {
        const [unit_id, other] = [await insertRow(server.sql, "units", { status: "AVAILABLE" }), randomUUID()];
        await insertRow(server.sql, "calls", { id: other });
        const [call_id, step] = [randomUUID(), randomUUID()];
        const call = async (of: string, input: object) => {
          const { data, error } = await client.rpc(of, { ...input, acting_as });
          return error?.code ?? (data as { outcome: string }).outcome;
        };
        const outcome = await call("receive_call", { call: { id: call_id, place: "Kajen" } });
        if (outcome !== "received") await insertRow(server.sql, "calls", { id: call_id, place: "Kajen" });
        const about = () => ({ call_id, event_id: randomUUID() });
        return [
          outcome,
          await call("change_call", { ...about(), expected: { place: "Kajen" }, changes: { place: "Kajen 2" } }),
          await call("assign_units", { ...about(), unit_ids: [unit_id], accepted: [] }),
          await call("record_unit_step", { call_id, unit_id, event_id: step, step: "on_scene", at: null }),
          await call("undo_press", { event_id: step, undo_id: randomUUID() }),
          await call("record_call_event", {
            ...about(),
            kind: "noted",
            expected_status: null,
            result: null,
            text: "Ok",
          }),
          await call("open_caller", { call_id }),
          await call("mark_duplicate", { ...about(), of: other }),
        ].join(" ");
      };
      expect(await work(userId ?? "op01")).toBe(expectedFor(CALL_RULES[profile], name));
      expect(await work("op77")).toBe(name === "service" || profile === "hardened" ? NO_CALLS : CALLS);
    },
  );

  it.each(asked(profile))("%s is told nothing but what they are themselves", async (name) => {
    const { client, accountId, kind } = people[name];
    const { data, error } = await client.rpc("get_caller");
    const isRefused = name === "visitor" || name === "service";
    const isTold = profile === "hardened" && !isRefused && name !== "logged-out attendant";
    expect(error?.code).toBe(isRefused ? "42501" : undefined);
    expect(data ?? []).toMatchObject(isTold ? [{ account_id: accountId, kind }] : []);
    expect((data as unknown[] | null)?.length ?? 0).toBe(isTold ? 1 : 0);
  });

  it.each(asked(profile))("%s finds no account by its address, but for the service key", async (name) => {
    const [account] = await server.sql<{ email: string }[]>`
      select email from auth.users where id = ${people.member.accountId}`;
    const { data, error } = await people[name].client.rpc("find_account", { address: account?.email });
    expect([data, error?.code]).toEqual(name === "service" ? [people.member.accountId, undefined] : [null, "42501"]);
  });

  // Spec 4 §5: Tillstånd: list, search,
  it.each(askedOf(profile, KEPT[profile], 1))(
    "%s orders violations and adds permits at the sites that they are the admin of",
    async (name) => {
      const { client, userId } = people[name];
      const sites = expectedFor(KEPT[profile], name);
      const kept: string[] = [];
      for (const project of [OWN, OTHER]) {
        const [[first], before] = await Promise.all([
          server.sql<
            { id: string }[]
          >`select id from violations where project_id = ${project} order by sort_order desc limit 1`,
          server.sql`select id, sort_order from violations where project_id = ${project} order by id`,
        ]);
        await client.rpc("order_violations", { project, ids: [first?.id] });
        const permit = { id: randomUUID(), project_id: project, plate: "ABC 123", created_by: userId ?? null };
        const row = { ...permit, valid_from: "2026-11-24T23:00:00Z", valid_until: null };
        const { error } = await client.rpc("add_permits", { permits: [row] });
        const added = await server.sql`select from permits where id = ${permit.id}`;
        const after = await server.sql`select id, sort_order from violations where project_id = ${project} order by id`;
        const isOrdered = JSON.stringify(before) !== JSON.stringify(after);
        expect([isOrdered, added.length, error === null]).toEqual(isOrdered ? [true, 1, true] : [false, 0, false]);
        if (isOrdered) kept.push(project);
        await server.sql`update violations set sort_order = substr(code, 1, 2)::int where project_id = ${project}`;
      }
      expect(kept).toEqual(sites);
    },
  );

  // Spec 5 §9: main admin; account admin, super admin |
  it.each(askedOf(profile, DEACTIVATED[profile], 2))(
    "%s lists, reads, logs out and deactivates their own people alone, as themselves",
    async (name) => {
      const { client, userId, accountId } = people[name];
      const [mail] = await server.sql<{ email: string }[]>`select email from auth.users where id = ${accountId}`;
      const attempt = async (acting_as: string) => {
        const made = [
          { kind: "attendant", list: "attendants", project_id: OWN },
          { kind: "attendant", list: "attendants", project_id: OTHER },
          { kind: "chauffeur", list: "project_attendants", project_id: "157715" },
        ] as const;
        const targets = [];
        for (const { kind, list, project_id } of made) {
          const user_id = `mål-${randomUUID().slice(0, 8)}`;
          const login = profile === "hardened" ? { account_id: await insertAccount(server.sql), password: null } : {};
          targets.push({ kind, person_id: await insertRow(server.sql, list, { project_id, user_id, ...login }) });
        }
        targets.push({ kind: "member", person_id: await insertAccount(server.sql) });
        const outcomes = [];
        for (const target of targets) {
          const change = { event_id: randomUUID(), expected: "active", active: false, reason: "Slutat", acting_as };
          for (const [of, input] of [
            ["get_person", { acting_as }],
            ["end_logins", { event_id: randomUUID(), acting_as }],
            ["set_person_active", change],
          ] as const) {
            const { data, error } = await client.rpc(of, { ...target, ...input });
            outcomes.push(error?.code ?? (data as { outcome: string }).outcome);
          }
        }
        const all = { project: null, kinds: null, state: null, search: null, after: null, acting_as };
        const { data, error } = await client.rpc("list_people", all);
        return [...outcomes, error?.code ?? (data as { outcome: string }).outcome].join(" ");
      };
      expect(await attempt(userId ?? mail?.email ?? "nobody")).toBe(expectedFor(DEACTIVATED[profile], name));
      expect(await attempt("nobody")).toBe(NO_PEOPLE);
    },
  );

  it.each(askedOf(profile, MADE[profile], 3))("%s makes an account only where they may", async (name) => {
    const email = `${name.replaceAll(" ", "-")}@example.com`;
    const body = { email, password: "Losen-7410", accountType: "customer", createdBy: "super-admin" };
    const { response } = await people[name].client.functions.invoke("create-admin-user", { body });
    const status = expectedFor(MADE[profile], name);
    expect(response?.status).toBe(status);
    const made = await server.sql`select from auth.users where email = ${email}`;
    expect(made).toHaveLength(status === 201 ? 1 : 0);
  });
});
