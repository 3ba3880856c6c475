/**
 * The drafts of logged-in people. A draft stays as long as the login that wrote it. An attendant's drafts survive the end of the login, and
 * the same person's next login takes them over (kept-drafts.ts).
 */
import type { SessionKind } from "#contract/states.ts";
import { keepEntry, readEntry } from "#shared/device-entry.ts";
import { draftsKeyOf, readSession, type Session } from "./store.ts";

/** The drafts of a login, by name, and the number of their changes. */
export type Drafts = { token: string; changes: number; drafts: Record<string, unknown> };

type StoredDrafts = Omit<Drafts, "changes"> & { changes?: number };

function isDrafts(kept: unknown): kept is StoredDrafts {
  const { token, drafts } = (kept ?? {}) as Partial<Drafts>;
  return typeof token === "string" && typeof drafts === "object";
}

const isOf = (token: string, kept: unknown): kept is StoredDrafts => isDrafts(kept) && kept.token === token;

function readDrafts(kind: SessionKind, { token }: Session): Drafts {
  const kept = readEntry(draftsKeyOf(kind));
  return isOf(token, kept)
    ? { token, changes: kept.changes ?? 0, drafts: kept.drafts }
    : { token, changes: 0, drafts: {} };
}

const followers = new Set<(kind: SessionKind, drafts: Drafts) => void>();

/** Calls `follower` at each change. Returns a function that stops it. */
export function onDrafts(follower: (kind: SessionKind, drafts: Drafts) => void): () => void {
  followers.add(follower);
  return () => void followers.delete(follower);
}

/** Without room on the device the typed text stays only in the form. */
const write = (kind: SessionKind, drafts: Drafts): boolean => keepEntry(draftsKeyOf(kind), drafts);

/**
 * Merges drafts that were found elsewhere on the device. Newer drafts of this login replace the present ones, because a browser writes this
 * storage seconds late and may be killed before. Drafts of an earlier login of the same person are added to the drafts of this login.
 */
export function recallDrafts(kind: SessionKind, session: Session, found: unknown): void {
  if (readSession(kind)?.token !== session.token || !isDrafts(found)) return;
  const { drafts, changes = 0 } = found;
  const here = readDrafts(kind, session);
  if (found.token !== session.token) {
    const token = session.token;
    write(kind, { token, changes: Math.max(changes, here.changes) + 1, drafts: { ...drafts, ...here.drafts } });
  } else if (changes > here.changes) {
    write(kind, { token: found.token, changes, drafts });
  }
}

/** The drafts of a login, if they are newer than those `found` elsewhere on the device. */
export function laterDrafts(kind: SessionKind, session: Session, found: unknown): Drafts | undefined {
  const here = readDrafts(kind, session);
  const changes = isOf(session.token, found) ? (found.changes ?? 0) : 0;
  return here.changes > changes ? here : undefined;
}

function change(
  kind: SessionKind,
  session: Session,
  next: (drafts: Record<string, unknown>) => Record<string, unknown>,
) {
  // An open screen must not write after its login has ended, in this window or in another.
  if (readSession(kind)?.token !== session.token) return;
  const { token, changes, drafts } = readDrafts(kind, session);
  const changed = { token, changes: changes + 1, drafts: next(drafts) };
  write(kind, changed);
  for (const follower of followers) follower(kind, changed);
}

/** All drafts of a login, by name. */
export const listDrafts = (kind: SessionKind, session: Session): Readonly<Record<string, unknown>> =>
  readDrafts(kind, session).drafts;

/** The login's draft of this name, or undefined. */
export const readDraft = (kind: SessionKind, session: Session, name: string): unknown =>
  readDrafts(kind, session).drafts[name];

/** Stores a draft for as long as the login lasts. */
export function keepDraft(kind: SessionKind, session: Session, name: string, draft: unknown): void {
  change(kind, session, (drafts) => ({ ...drafts, [name]: draft }));
}

/** Deletes a draft. */
export function dropDraft(kind: SessionKind, session: Session, name: string): void {
  change(kind, session, (drafts) => Object.fromEntries(Object.entries(drafts).filter(([key]) => key !== name)));
}
