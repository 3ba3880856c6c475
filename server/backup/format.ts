// Format of a backup file: a .tar.gz (inside of age, when it is encrypted) with a head, the tables' rows, the photos, and at the end a
// manifest of everything.
//
// parkering-backup.json             which program and format, and the contents, so that anything else is refused at once
// tables/<schema>.<table>/<number>  rows as PostgreSQL's COPY writes them (text), cut at a row's end
// photos/<ab>/<name>[.json]         the files of the storage folder, under their names there
// manifest.json                     last, so that a file that was cut off has none
import { z } from "zod";

/** Number of the format. It is raised when an older program could not read the file any more. */
export const FORMAT = 1;
export const HEAD = "parkering-backup.json";
export const MANIFEST = "manifest.json";

/** A backup or a restore cannot be done; the message says why and what to do. */
export class BackupError extends Error {
  override name = "BackupError";
}

const amount = z.number().int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const named = z.object({ schema: z.string(), name: z.string() });

/** Columns of a table, without generated columns. */
const columns = z.array(z.string()).min(1);

const contentsSchema = z.object({
  migrations: z.array(z.string()),
  tables: z.array(named.extend({ columns })),
  sequences: z.array(named),
});

export const headSchema = z.object({
  program: z.literal("parkering"),
  format: amount,
  /** Contents as the manifest repeats them at the end. Older backups have them in the manifest alone. */
  contents: contentsSchema.optional(),
});

const tableSchema = named.extend({ columns, rows: amount, bytes: amount, sha256 });

const sequenceSchema = named.extend({
  /** Number that a sequence has reached: a bigint as text. */
  value: z.string().regex(/^-?\d+$/),
  isCalled: z.boolean(),
});

export const manifestSchema = z.object({
  format: amount,
  /** Time of the snapshot by the database's clock, ISO 8601. */
  createdAt: z.string(),
  /** Versions of the migrations that the database had. */
  migrations: z.array(z.string()),
  tables: z.array(tableSchema),
  sequences: z.array(sequenceSchema),
  /** `files` counts two for each photo: its bytes and its facts. */
  photos: z.object({ files: amount, bytes: amount, sha256 }),
  /** Photos that the database names and the storage folder lacks. */
  missing: z.array(z.string()),
  /** Whether the backup holds no secrets of the server; an older unencrypted backup holds them. */
  isWithoutSecrets: z.boolean().default(false),
});

export type Contents = z.infer<typeof contentsSchema>;
export type TableFacts = z.infer<typeof tableSchema>;
export type SequenceFacts = z.infer<typeof sequenceSchema>;
export type Manifest = z.infer<typeof manifestSchema>;

/** The folder of a table's parts in the file. */
export function tableFolder({ schema, name }: { schema: string; name: string }): string {
  return `tables/${encodeURIComponent(schema)}.${encodeURIComponent(name)}/`;
}

/** The table that a file in the backup is a part of; null for other files. */
export function tableOf(file: string): { schema: string; name: string } | null {
  const [, schema, name] = /^tables\/([^/.]+)\.([^/]+)\/[^/]+$/.exec(file) ?? [];
  if (schema === undefined || name === undefined) return null;
  return { schema: decodeURIComponent(schema), name: decodeURIComponent(name) };
}

/** The place of a stored file in the backup, given its path below the storage folder. */
export const PHOTO_FOLDER = "photos/";
/** Names that may stand behind PHOTO_FOLDER: none leads out of the storage folder. */
export const PHOTO_NAME = /^[0-9a-f]{2}\/[0-9a-f]{64}(\.json)?$/;

/** The rows and photos of a backup, in words for the operator. */
export function describe({ tables, photos }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${tables.length} tables with ${rows} rows and ${photos.files / 2} photos`;
}

/** The line that the digest has before each photo's bytes, so that two files cannot change places. */
export function photoLine(name: string, size: number): string {
  return `${name} ${size}\n`;
}
