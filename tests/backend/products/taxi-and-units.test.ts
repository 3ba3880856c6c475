// Cars, ambulance shifts and units as the screens' own calls change them, several clients at once, against the real server.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Acting } from "#data/acting.ts";
import { sendStamp } from "#data/work_turns/stamps.ts";
import { isDuplicate } from "#data/data-error.ts";
import { deleteChauffeur, deleteOperator, insertProjectPerson } from "#data/project_attendants/mutations.ts";
import { deleteUnit, insertUnit, updateUnit } from "#data/units/mutations.ts";
import { findUnit } from "#data/units/queries.ts";
import type { UnitDraft } from "#data/units/schema.ts";
import { releaseSlot, takeSlot, TakeError } from "#data/vehicle_registrations/mutations.ts";
import type { Slot } from "#data/vehicle_registrations/slots.ts";
import { TOLD } from "#tests/support/run/patience.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
// The page's client reads its address from the page; here it is the unmodified client of this test's server.
const acting: Acting = { login: "account", client: () => Promise.resolve(server.client()) };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const PROJECT = "157715";
const claim = (chauffeurId: string, slot: Slot) => ({ project: PROJECT, chauffeurId, slot });

/** The chauffeur of each car, as `slot:chauffeur`. */
async function holders(): Promise<string[]> {
  const rows = await server.sql<{ holder: string }[]>`
    select case when item_1 then 1 when item_2 then 2 when item_3 then 3 when item_4 then 4 when item_5 then 5 else 6 end
      || ':' || chauffeur_id as holder
    from vehicle_registrations where project_id = ${PROJECT} order by 1`;
  return rows.map(({ holder }) => holder);
}

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("cars", () => {
  beforeEach(async () => {
    await server.sql`delete from vehicle_registrations`;
  });

  // Spec 2 §4: Chauffeur slot: free
  // Spec 2 §4: Clicking a free
  // Spec 2 §4: Clicking one's own
  // Spec 2 §4: A slot taken
  test("of chauffeurs who take a car at once, one gets it and the others are told", async () => {
    for (let round = 0; round < 10; round += 1) {
      await server.sql`delete from vehicle_registrations`;
      const everybody = ["britta", "olle", "samira", "yusuf"];
      const failures = await Promise.all(everybody.map((who) => failureOf(takeSlot(acting, claim(who, 3)))));
      const losers = failures.filter((failure) => failure !== undefined);
      expect(losers).toHaveLength(everybody.length - 1);
      for (const loser of losers) expect(loser).toMatchObject({ name: "TakeError", isTaken: true, kept: undefined });
      expect(await holders()).toHaveLength(1);
      expect((await holders())[0]).toMatch(/^3:/);
    }
  });

  // Spec 2 §7: vehicle_registrations by project_id
  // Spec 2 §7: Delete vehicle_registrations …
  test("a chauffeur has one car at a time, and it is a Volvo V90", async () => {
    await takeSlot(acting, claim("britta", 1));
    await takeSlot(acting, claim("britta", 4));
    expect(await holders()).toEqual(["4:britta"]);
    const rows = await server.sql`select vehicle_model from vehicle_registrations`;
    expect(rows).toEqual([{ vehicle_model: "Volvo V90" }]);
  });

  test("who moves to a car and loses it keeps the one they had", async () => {
    await takeSlot(acting, claim("britta", 2));
    await takeSlot(acting, claim("olle", 5));
    const failure = await failureOf(takeSlot(acting, claim("britta", 5)));
    expect(failure).toBeInstanceOf(TakeError);
    expect(failure).toMatchObject({ isTaken: true, kept: 2 });
    expect(await holders()).toEqual(["2:britta", "5:olle"]);
  });

  test("whoever waits for the car of somebody who moves gets it only if they do move", async () => {
    await takeSlot(acting, claim("britta", 2));
    await takeSlot(acting, claim("olle", 5));
    // The moment that britta's car is free, samira has it.
    await server.sql`
      create function public.samira_is_faster() returns trigger language plpgsql as $$
      begin
        insert into public.vehicle_registrations (project_id, chauffeur_id, item_2) values (old.project_id, 'samira', true);
        return old;
      end $$`;
    await server.sql`create trigger samira after delete on vehicle_registrations
      for each row when (old.chauffeur_id = 'britta') execute function public.samira_is_faster()`;
    try {
      const failure = await failureOf(takeSlot(acting, claim("britta", 5)));
      expect(failure).toMatchObject({ isTaken: true, kept: 2 });
      expect(await holders()).toEqual(["2:britta", "5:olle"]);
      await takeSlot(acting, claim("britta", 6));
    } finally {
      await server.sql`drop function public.samira_is_faster() cascade`;
    }
    expect(await holders()).toEqual(["2:samira", "5:olle", "6:britta"]);
  });

  test("two who change to each other's car at once keep their own, and wait for nobody", async () => {
    for (let round = 0; round < 5; round += 1) {
      await takeSlot(acting, claim("britta", 1));
      await takeSlot(acting, claim("olle", 2));
      const failures = await Promise.all(
        [takeSlot(acting, claim("britta", 2)), takeSlot(acting, claim("olle", 1))].map(failureOf),
      );
      for (const [failure, kept] of [
        [failures[0], 1],
        [failures[1], 2],
      ])
        expect(failure).toMatchObject({ isTaken: true, kept });
      expect(await holders()).toEqual(["1:britta", "2:olle"]);
    }
  });

  test("of two windows of one chauffeur the later one counts, and neither leaves them without a car", async () => {
    for (let round = 0; round < 5; round += 1) {
      await takeSlot(acting, claim("britta", 1));
      await Promise.all([takeSlot(acting, claim("britta", 2)), takeSlot(acting, claim("britta", 3))]);
      expect(await holders()).toHaveLength(1);
      expect((await holders())[0]).toMatch(/^[23]:britta$/);
    }
  });

  test("a car is given back by who holds it, and only that one", async () => {
    await takeSlot(acting, claim("britta", 2));
    expect(await failureOf(releaseSlot(acting, claim("britta", 3)))).toMatchObject({ code: "gone" });
    expect(await failureOf(releaseSlot(acting, claim("olle", 2)))).toMatchObject({ code: "gone" });
    expect(await holders()).toEqual(["2:britta"]);
    await releaseSlot(acting, claim("britta", 2));
    expect(await holders()).toEqual([]);
  });

  test("a chauffeur who is removed leaves a free car; the same project has an ID once", async () => {
    const britta = {
      project_id: PROJECT,
      user_id: "britta",
      password: "Taxi-7410",
      discord_username: null,
      created_by: "x",
    };
    await insertProjectPerson(acting, britta);
    expect(isDuplicate(await failureOf(insertProjectPerson(acting, britta)))).toBe(true);
    await takeSlot(acting, claim("britta", 6));
    const [row] = await server.sql<{ id: string }[]>`select id from project_attendants where user_id = 'britta'`;
    const removal = { id: row?.id ?? "", accountId: null, project: PROJECT, userId: "britta" };
    await deleteChauffeur(acting, removal);
    expect(await holders()).toEqual([]);
    expect(await server.sql`select id from project_attendants where user_id = 'britta'`).toEqual([]);
    expect(await failureOf(deleteChauffeur(acting, removal))).toMatchObject({ code: "gone" });
  });
});

const makeEmployee = async (employeeId: string) => {
  await server.sql`insert into ase_employees (employee_id, name) values (${employeeId}, 'Maja')`;
  return employeeId;
};
const shiftsOf = (employeeId: string) => server.sql<{ id: string; name: string | null; ended_at: Date | null }[]>`
  select id, name, ended_at from work_turns where user_id = ${employeeId} order by started_at`;
const start = (id: string, turnId: string = randomUUID()) =>
  sendStamp(
    { ...acting, kind: "ase-employee", id, site: "ASE" },
    {
      step: "in",
      turnId,
      kind: "ase-employee",
      project: "ASE",
      at: new Date().toISOString(),
      clockErrorMs: 0,
    },
  );

describe("shifts of the ambulance", () => {
  // Spec rules §13: Nobody has two
  test("of one who starts in several windows at once, one is going on", async () => {
    const who = await makeEmployee("ASE-201");
    const answers = await Promise.all([1, 2, 3, 4].map(() => start(who)));
    expect(new Set(answers.map(({ turn }) => turn.id)).size).toBe(1);
    expect(await shiftsOf(who)).toMatchObject([{ name: "Maja", ended_at: null }]);
  });

  test("are of employees alone", async () => {
    expect(await failureOf(start("ASE-299"))).toMatchObject({ code: "42501" });
    expect(await shiftsOf("ASE-299")).toEqual([]);
  });

  // Spec rules §13: Nobody has two
  // Spec 5 §1: A person's row bears
  test("follow their employee to another ID and name, and outlive the employee", async () => {
    await start(await makeEmployee("ASE-203"));
    await server.sql`update ase_employees set employee_id = 'ASE-204', name = null where employee_id = 'ASE-203'`;
    expect(await shiftsOf("ASE-203")).toEqual([]);
    expect(await shiftsOf("ASE-204")).toMatchObject([{ name: null, ended_at: null }]);
    await server.sql`delete from ase_employees where employee_id = 'ASE-204'`;
    expect(await shiftsOf("ASE-204")).toMatchObject([{ name: null, ended_at: null }]);
    // Who gets the ID later begins a turn of the own.
    await makeEmployee("ASE-204");
    await start("ASE-204");
    expect(await shiftsOf("ASE-204")).toHaveLength(2);
  });
});

// Spec 2 §7: Before deleting an
// Spec 2 §7: attendant_deletion_logs, latest 50
test("an operator's removal is logged once, also when two administrators remove them", async () => {
  const [project, userId, discordUsername] = ["721075", "op77", "op.sjuttisju"];
  await insertProjectPerson(acting, {
    project_id: project,
    user_id: userId,
    password: "Operator-77",
    discord_username: discordUsername,
    created_by: "ledning",
  });
  const [row] = await server.sql<{ id: string }[]>`select id from project_attendants where user_id = 'op77'`;
  const removal = { id: row?.id ?? "", accountId: null, project, userId, discordUsername, deletedBy: "ledning" };
  await deleteOperator(acting, removal);
  expect(await failureOf(deleteOperator(acting, removal))).toMatchObject({ code: "gone" });
  const logged = await server.sql`
    select project_id, attendant_user_id, user_id, discord_username, deleted_by from attendant_deletion_logs`;
  expect(logged).toEqual([
    {
      project_id: "721075",
      attendant_user_id: "op77",
      user_id: "op77",
      discord_username: "op.sjuttisju",
      deleted_by: "ledning",
    },
  ]);
});

describe("units", () => {
  const draft: UnitDraft = {
    unit_number: "31-1010",
    location: "Malmö",
    status: "AVAILABLE",
    occupation: "Patrull",
    vehicle_type: "Volvo V90",
    operational_status: "ACTIVE",
    crew: "",
  };
  const add = () => insertUnit(acting, { id: randomUUID(), draft });

  // Spec 2 §7: Update units …
  test("are saved while nobody else changed them", async () => {
    const unit = await add();
    const save = await updateUnit(acting, { over: unit, draft: { ...draft, status: "BUSY" } });
    expect(save).toMatchObject({ outcome: "saved", unit: { id: unit.id, status: "BUSY" } });
    expect(await findUnit(acting, unit.id)).toEqual(save.outcome === "saved" ? save.unit : undefined);
  });

  test("that somebody else changed under way are not overwritten: the later save is told what they are now", async () => {
    const unit = await add();
    await updateUnit(acting, { over: unit, draft: { ...draft, status: "BUSY" } });
    const late = await updateUnit(acting, { over: unit, draft: { ...draft, location: "Lund" } });
    expect(late).toMatchObject({ outcome: "changed", unit: { status: "BUSY", location: "Malmö" } });
    const over = await updateUnit(acting, {
      over: late.outcome === "changed" ? late.unit : unit,
      draft: { ...draft, location: "Lund" },
    });
    expect(over).toMatchObject({ outcome: "saved", unit: { status: "AVAILABLE", location: "Lund" } });
  });

  test("of several saves of one version at once, one is written", async () => {
    const unit = await add();
    const saves = await Promise.all(
      ["A", "B", "C", "D"].map((occupation) => updateUnit(acting, { over: unit, draft: { ...draft, occupation } })),
    );
    expect(saves.map(({ outcome }) => outcome).toSorted()).toEqual(["changed", "changed", "changed", "saved"]);
    const written = saves.find(({ outcome }) => outcome === "saved");
    expect(await findUnit(acting, unit.id)).toEqual(written?.outcome === "saved" ? written.unit : undefined);
  });

  test("that somebody else removed are gone, for a save and for a second removal", async () => {
    const unit = await add();
    expect(await deleteUnit(acting, unit.id)).toEqual({ wasThere: true });
    expect(await deleteUnit(acting, unit.id)).toEqual({ wasThere: false });
    expect(await updateUnit(acting, { over: unit, draft })).toEqual({ outcome: "gone" });
  });

  // Spec 2 §7: Realtime subscriptions: …
  test("are told to other clients in the version that the table API gives", async () => {
    const told: { updated_at?: unknown }[] = [];
    const channel = server.client().channel("units");
    await new Promise<void>((resolve) => {
      channel
        .on("postgres_changes", { event: "*", schema: "public", table: "units" }, ({ new: row }) => told.push(row))
        .subscribe((status) => status === "SUBSCRIBED" && resolve());
    });
    const unit = await add();
    await vi.waitFor(() => expect(told).toHaveLength(1), TOLD);
    expect(told[0]).toMatchObject(unit);
    await channel.unsubscribe();
  });
});
