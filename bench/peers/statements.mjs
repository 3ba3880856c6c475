// The compared calls as statements, which the bare endpoint and pgbench send.

/** Columns that the product answers to `select=*`: every column that somebody may read. */
const COLUMNS = `id, project_id, site_id, car_model, car_color, street, ref_number, plate_key, discord_username, start_time, end_time,
  active, created_at, search_text`;

/** The four calls of parkings, and what visitors may read in `hardened`. */
export const STATEMENTS = {
  key: `select ${COLUMNS} from public.parkings where id = $1`,
  newest: `select ${COLUMNS} from public.parkings order by created_at desc, id desc limit 100`,
  newestOfProject: `select ${COLUMNS} from public.parkings where project_id = $1 order by created_at desc, id desc limit 100`,
  search: "select * from public.search_parkings(query => $1, project => $2)",
  insert: `insert into public.parkings (project_id, car_model, car_color, street, ref_number, start_time, end_time)
    values ($1, $2, $3, $4, $5, $6, $7)`,
  site: "select id, name, path, description from public.main_page_sites where path = $1",
  properties: `select id, title, seller_name, short_description, price, square_feet, bedrooms, bathrooms, address, city, property_type,
    status, front_image_url, created_at from public.properties order by created_at desc, id desc limit 24`,
};
