// Time that a site with a year's rows takes to get another path, and to be removed: each is one statement, which may run for ten seconds.
import { type RunningProduct, startProduct } from "#tests/support/server/product.ts";
import { onDatabase } from "./city.ts";
import { makeAttendants } from "./peers/people.ts";
import { milliseconds, printColumns } from "./table.ts";

const PATH = "matplatsen";
const PEOPLE = 200;
const ROWS = 100_000;
const STATEMENT_MS = 10_000;

/**
 * Renames and removes a site of 100 000 rows and 200 people with logins, in both profiles. Prints whether the time of a statement is
 * enough.
 */
export async function measureSites(): Promise<void> {
  for (const profile of ["specified", "hardened"] as const) {
    const product = await startProduct({ profile });
    try {
      await fillSite(product);
      const rows: string[][] = [];
      for (const [what, statement] of [
        ["another path", `update public.main_page_sites set path = '${PATH}-ny' where path = '${PATH}'`],
        ["the path as before", `update public.main_page_sites set path = '${PATH}' where path = '${PATH}-ny'`],
        ["removed", `delete from public.main_page_sites where path = '${PATH}'`],
      ] as const) {
        const took = await timeOf(product, statement);
        rows.push([
          what,
          milliseconds(took),
          `< ${STATEMENT_MS / 1000} s: ${took < STATEMENT_MS ? "holds" : "MISSED"}`,
        ]);
      }
      printColumns(`A site of ${ROWS} rows and ${PEOPLE} people, \`${profile}\``, ["", "took", ""], rows);
    } finally {
      await product.stop();
    }
  }
}

const of = (share: number) => `generate_series(1, ${ROWS * share}) n`;

async function timeOf({ databaseUrl }: RunningProduct, statement: string): Promise<number> {
  return await onDatabase(databaseUrl, async (client) => {
    const started = performance.now();
    const { rowCount } = await client.query(statement);
    if (rowCount !== 1) throw new Error("There is no such site.");
    return performance.now() - started;
  });
}

/** Adds rows with triggers off: half are parkings, the rest activity, removed parkings and shifts. */
async function fillSite({ databaseUrl, profile }: RunningProduct): Promise<void> {
  await onDatabase(databaseUrl, (client) =>
    client.query("insert into public.main_page_sites (name, path, description) values ('Mätplatsen', $1, 'Mätplats')", [
      PATH,
    ]),
  );
  if (profile === "hardened") await makeAttendants(databaseUrl, PEOPLE, PATH);
  await onDatabase(databaseUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    const site = `(select id from public.main_page_sites where path = '${PATH}')`;
    await client.query(`insert into public.parkings
        (project_id, site_id, car_model, car_color, street, ref_number, start_time, end_time, created_at)
      select '${PATH}', ${site}, 'Volvo V70', 'Blå', 'Åkergränd ' || n % 300, 'ABC' || n % 1000, t, t + interval '2 hours', t
      from ${of(0.5)}, lateral (select now() - n * interval '5 minutes' as t) moment`);
    await client.query(`insert into public.web_activity_logs (user_id, user_type, action, page_url, site_id, created_at)
      select 'vakt' || n % 20, 'attendant', 'page_visit', 'https://example.com/${PATH}/attendant-dashboard', ${site}, now() - n * interval '5 minutes'
      from ${of(0.3)}`);
    await client.query(`insert into public.parking_deletion_logs (parking_id, project_id, site_id, deleted_by, ref_number, deleted_at)
      select gen_random_uuid(), '${PATH}', ${site}, 'vakt01', 'ABC' || n % 1000, now() - n * interval '5 minutes' from ${of(0.1)}`);
    await client.query(`insert into public.shift_registrations
        (project_id, site_id, attendant_user_id, start_time, end_time, description, image_urls, created_at)
      select '${PATH}', ${site}, 'vakt' || n % 20, t, t + interval '8 hours', 'Lugnt pass.', array['a/' || n || '.png', 'b/' || n || '.png'], t
      from ${of(0.1)}, lateral (select now() - n * interval '8 hours' as t) moment`);
    await client.query("vacuum (analyze)");
  });
}
