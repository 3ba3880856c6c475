// The way from one database to another: the statements of a migration, and the changes that only a hand can write.
import type { Catalog, Kind, Piece } from "#server/database/catalog.ts";
import { KINDS } from "#server/database/catalog.ts";

/** A piece that two databases do not share: without `was` the piece is new, without `wanted` it is removed. */
export type Difference = { kind: Kind; name: string; was: Piece | undefined; wanted: Piece | undefined };

/** Changes that make `wanted` of `was`, by kind in the order in which a database is made. */
export function differencesBetween(was: Catalog, wanted: Catalog): Difference[] {
  const found = [...new Set([...was.keys(), ...wanted.keys()])].flatMap((key) => {
    const [before, after] = [was.get(key), wanted.get(key)];
    const { kind, name } = before ?? after ?? { kind: "schema" as const, name: "" };
    return before?.text === after?.text ? [] : [{ kind, name, was: before, wanted: after }];
  });
  return found.toSorted((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind));
}

/** Says a difference in words: `function private.fee_of(public.fines): differs`. */
export const sayDifference = ({ kind, name, was, wanted }: Difference): string =>
  `${kind} ${name}: ${was === undefined ? "only in the sources" : wanted === undefined ? "only in the migrations" : "differs"}`;

/** A piece in the words of the sources, since PostgreSQL's own words may be read back differently. */
function inOwnWords(piece: Piece | undefined, sources: readonly { sql: string }[]): Piece | undefined {
  if (piece === undefined || !["trigger", "policy", "index"].includes(piece.kind)) return piece;
  const name = piece.kind === "index" ? piece.name.replace(/^\w+\./, "") : nameIn(piece.name);
  const begins = new RegExp(
    `^create (?:unique |constraint )?${piece.kind} ${literally(name)}\\s[^]*?\\bon ${literally(piece.of)}\\b`,
  );
  const found = sources.map(({ sql }) => withoutRemarks(sql)).find((sql) => begins.test(sql));
  return found === undefined ? piece : { ...piece, text: `${found};` };
}

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const withoutRemarks = (sql: string) => sql.replace(/^(?:\s*--[^\n]*\n)+/, "").trim();

const BY_HAND = "-- BY HAND:";

/** The text of a migration. `hands` are the parts left to a person, as its comments say; empty when it does everything. */
export function migrationOf(
  was: Catalog,
  wanted: Catalog,
  sources: readonly { sql: string }[],
): { sql: string; hands: string[] } {
  const differences = differencesBetween(was, wanted).map((each) => ({
    ...each,
    wanted: inOwnWords(each.wanted, sources),
  }));
  const hands: string[] = [];
  const byHand = (words: string) => {
    hands.push(words);
    return [`${BY_HAND} ${words}`];
  };
  const isNew = (kind: Kind, name: string) =>
    differences.some((each) => each.kind === kind && each.name === name && each.was === undefined);
  /** Grants and comments of a function. They are lost when the function has to be made anew. */
  const lostWith = (name: string) =>
    [...wanted.values()].filter(({ kind, of }) => of === name && (kind === "grant" || kind === "comment"));
  const goes = differences.filter(({ wanted }) => wanted === undefined).toReversed();
  const comes = differences.filter(({ wanted }) => wanted !== undefined);
  const columnsOf = (table: string) => comes.filter(({ kind, wanted }) => kind === "column" && wanted?.of === table);
  const functions = comes.filter(({ kind }) => kind === "function");
  const takesNewRows = ({ wanted }: Difference) => wanted?.rowsOf.some((table) => isNew("table", table)) ?? false;
  const inOrder = [
    ...comes.filter(({ kind }) => KINDS.indexOf(kind) <= KINDS.indexOf("type")),
    // A table's defaults and checks may call functions; a function may take rows of a table.
    ...functions.filter((each) => !takesNewRows(each)),
    ...comes.filter(({ kind }) => ["table", "column"].includes(kind)),
    ...functions.filter(takesNewRows),
    ...comes.filter(({ kind }) => KINDS.indexOf(kind) > KINDS.indexOf("function")),
  ];
  const parts = [
    ...goes.flatMap((each) => remove(each, isGone(goes), byHand)),
    ...inOrder.flatMap((each) => add(each, { columnsOf, isNew, lostWith, byHand })),
    ...(differences.some(({ kind, name }) => kind === "row" && /^private\.(?:table_grants|staff_functions) /.test(name))
      ? ["select private.grant_for_profile();"]
      : []),
  ];
  return { sql: parts.join("\n\n"), hands };
}

type ByHand = (words: string) => string[];

/** Whether the owner of a piece is removed too, which removes the piece. */
const isGone = (goes: readonly Difference[]) => (piece: Piece) =>
  goes.some(
    ({ kind, name }) =>
      (kind === "table" || kind === "function" || kind === "type") && name === piece.of && kind !== piece.kind,
  );

const nameIn = (name: string) => name.slice(name.indexOf(" ") + 1);

function remove({ kind, name, was }: Difference, isTaken: (piece: Piece) => boolean, byHand: ByHand): string[] {
  if (was === undefined || isTaken(was)) return [];
  switch (kind) {
    case "table":
    case "column":
    case "schema":
    case "extension":
      return byHand(`${kind} ${name} goes, with what people have in it.`);
    case "type":
      return [`drop type ${name};`];
    case "function":
      return [`drop function ${name};`];
    case "constraint":
    case "reference":
      return [`alter table ${was.of} drop constraint ${nameIn(name)};`];
    case "index":
      return [`drop index ${name};`];
    case "trigger":
    case "policy":
      return [`drop ${kind} ${nameIn(name)} on ${was.of};`];
    case "security":
      return [`alter table ${name} disable row level security;`];
    case "grant":
      return ruledByRows(was) ? [] : [was.text.replace(/^grant /, "revoke ").replace(/ to (\w+);$/, " from $1;")];
    case "comment":
      return [was.text.replace(/ is '.*$/s, " is null;")];
    case "publication":
      return [was.text.replace(" add table ", " drop table ").replace(/ where .*$/s, ";")];
    case "row":
      return [rowOf(was)];
    case "default grant":
    case "other":
      break;
  }
  return byHand(`${kind} ${name} goes.`);
}

/** Grants of the tables of `public` follow from the rows of private.table_grants. */
const ruledByRows = ({ kind, name }: Piece) => kind === "grant" && /^(?:table|columns of) public\./.test(name);

function rowOf({ name, text }: Piece): string {
  const [, key, value] = /\(([a-z_]+)[^)]*\)\s+values \(('(?:[^']|'')*')/.exec(text) ?? [];
  return `delete from ${name.split(" ")[0]} where ${key} = ${value};`;
}

type Adding = {
  columnsOf: (table: string) => Difference[];
  isNew: (kind: Kind, name: string) => boolean;
  lostWith: (functionName: string) => Piece[];
  byHand: ByHand;
};

function add({ kind, name, was, wanted }: Difference, adding: Adding): string[] {
  if (wanted === undefined || ruledByRows(wanted)) return [];
  switch (kind) {
    case "table":
      return was === undefined
        ? [createTable(wanted, adding.columnsOf(name))]
        : adding.byHand(
            `table ${name} is kept in another way: ${wanted.text || "as usual"}, was ${was.text || "as usual"}.`,
          );
    case "column":
      return adding.isNew("table", wanted.of) ? [] : changeColumn(was, wanted, adding.byHand);
    case "type":
      return was === undefined
        ? [wanted.text]
        : adding.byHand(`type ${name} has other parts:\n${commented(wanted.text)}`);
    case "function":
      if (was === undefined || was.shape === wanted.shape) return [wanted.text];
      return [`drop function ${name};`, wanted.text, ...adding.lostWith(name).map(({ text }) => text)];
    case "constraint":
    case "reference":
      return [...(was === undefined ? [] : [`alter table ${was.of} drop constraint ${nameIn(name)};`]), wanted.text];
    case "index":
      return [...(was === undefined ? [] : [`drop index ${name};`]), wanted.text];
    case "trigger":
    case "policy":
      return [...(was === undefined ? [] : [`drop ${kind} ${nameIn(name)} on ${was.of};`]), wanted.text];
    case "grant":
      return [
        ...(was === undefined
          ? []
          : [was.text.replace(/^grant .*? on /, "revoke all on ").replace(/ to (\w+);$/, " from $1;")]),
        wanted.text,
      ];
    case "publication":
      return [
        ...(was === undefined ? [] : [was.text.replace(" add table ", " drop table ").replace(/ where .*$/s, ";")]),
        wanted.text,
      ];
    case "other":
      return adding.byHand(`${name} is to be as the sources say it.`);
    case "default grant":
      return wanted.text.endsWith(";") ? [wanted.text] : adding.byHand(`${kind} ${name} is to be: ${wanted.text}`);
    case "schema":
    case "extension":
    case "security":
    case "comment":
    case "row":
      break;
  }
  return [wanted.text];
}

const commented = (text: string) =>
  text
    .split("\n")
    .map((line) => `--   ${line}`)
    .join("\n");

function createTable(table: Piece, columns: readonly Difference[]): string {
  const lines = columns.map(({ wanted }) => `  ${wanted?.text ?? ""}`).join(",\n");
  const [unlogged, options] = [
    table.text.startsWith("unlogged") ? "unlogged " : "",
    table.text.replace("unlogged", ""),
  ];
  return `create ${unlogged}table ${table.name} (\n${lines}\n)${options === "" ? "" : ` with (${options})`};`;
}

/** Parts of a column that can be changed one by one. */
function partsOf({ text }: Piece) {
  const [, name = "", rest = ""] = /^("(?:[^"]|"")+"|\S+) (.*)$/s.exec(text) ?? [];
  const isNeeded = rest.endsWith(" not null");
  const [type = "", ...byDefault] = (isNeeded ? rest.slice(0, -" not null".length) : rest).split(" default ");
  return { name, type, byDefault: byDefault.length === 0 ? null : byDefault.join(" default "), isNeeded };
}

function changeColumn(was: Piece | undefined, wanted: Piece, byHand: ByHand): string[] {
  const table = `alter table ${wanted.of}`;
  const to = partsOf(wanted);
  if (was === undefined) {
    const needsRows = to.isNeeded && to.byDefault === null && !to.type.includes(" generated ");
    return [
      ...(needsRows ? byHand(`rows that are there need a value for ${wanted.name} before it is not null.`) : []),
      `${table} add column ${wanted.text};`,
    ];
  }
  const from = partsOf(was);
  if (from.type !== to.type) return byHand(`column ${wanted.name} was ${was.text} and is to be ${wanted.text}.`);
  return [
    ...(from.byDefault === to.byDefault
      ? []
      : [
          `${table} alter column ${to.name} ${to.byDefault === null ? "drop default" : `set default ${to.byDefault}`};`,
        ]),
    ...(from.isNeeded === to.isNeeded
      ? []
      : [
          ...(to.isNeeded ? byHand(`rows that are there need a value for ${wanted.name} before it is not null.`) : []),
          `${table} alter column ${to.name} ${to.isNeeded ? "set" : "drop"} not null;`,
        ]),
  ];
}
