/** What people have begun to write. It lies on the device for as long as the login that wrote it, and is gone when that ends. */
import type { SessionKind } from "#contract/states.ts";
import { draftsKeyOf, readSession, type Session } from "./store.ts";

/** The drafts of one login, by their names, and how often they have been changed. */
export type Drafts = { token: string; changes: number; drafts: Record<string, unknown> };

function isOf(token: string, kept: unknown): kept is Omit<Drafts, "changes"> & { changes?: number } {
  const { token: own, drafts } = (kept ?? {}) as Partial<Drafts>;
  return own === token && typeof drafts === "object";
}

function readDrafts(kind: SessionKind, { token }: Session): Drafts {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(draftsKeyOf(kind)) ?? "null");
    if (isOf(token, kept)) return { token, changes: kept.changes ?? 0, drafts: kept.drafts };
  } catch {
    // A damaged entry counts as none.
  }
  return { token, changes: 0, drafts: {} };
}

const followers = new Set<(kind: SessionKind, drafts: Drafts) => void>();

/** Calls back with each change. Gives back the way to stop. */
export function onDrafts(follower: (kind: SessionKind, drafts: Drafts) => void): () => void {
  followers.add(follower);
  return () => void followers.delete(follower);
}

function write(kind: SessionKind, drafts: Drafts): void {
  try {
    localStorage.setItem(draftsKeyOf(kind), JSON.stringify(drafts));
  } catch {
    // The device has no room: what is typed stays in the form alone.
  }
}

/**
 * Takes what was found elsewhere on the device, where that is later: the browser writes this store down seconds after it was written to,
 * and may be killed before.
 */
export function recallDrafts(kind: SessionKind, session: Session, found: unknown): void {
  if (readSession(kind)?.token !== session.token || !isOf(session.token, found)) return;
  const { token, drafts, changes = 0 } = found;
  if (changes > readDrafts(kind, session).changes) write(kind, { token, changes, drafts });
}

/** What a login has begun to write, where that is later than what was `found` elsewhere on the device. */
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
  // A screen that is still open must not write after its login has ended, in this window or in another one.
  if (readSession(kind)?.token !== session.token) return;
  const { token, changes, drafts } = readDrafts(kind, session);
  const changed = { token, changes: changes + 1, drafts: next(drafts) };
  write(kind, changed);
  for (const follower of followers) follower(kind, changed);
}

/** The draft of this name that the login keeps, or undefined. */
export const readDraft = (kind: SessionKind, session: Session, name: string): unknown =>
  readDrafts(kind, session).drafts[name];

/** Keeps a draft for as long as the login lasts. */
export function keepDraft(kind: SessionKind, session: Session, name: string, draft: unknown): void {
  change(kind, session, (drafts) => ({ ...drafts, [name]: draft }));
}

/** Forgets a draft. */
export function dropDraft(kind: SessionKind, session: Session, name: string): void {
  change(kind, session, (drafts) => Object.fromEntries(Object.entries(drafts).filter(([key]) => key !== name)));
}
