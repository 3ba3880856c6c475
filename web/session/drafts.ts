/** What people have begun to write. It lies on the device for as long as the login that wrote it, and is gone when that ends. */
import type { SessionKind } from "#contract/states.ts";
import { draftsKeyOf, readSession, type Session } from "./store.ts";

/** The drafts of one login, by their names. */
type Drafts = { token: string; drafts: Record<string, unknown> };

function readDrafts(kind: SessionKind, { token }: Session): Drafts {
  try {
    const kept = JSON.parse(localStorage.getItem(draftsKeyOf(kind)) ?? "null") as Partial<Drafts> | null;
    if (kept?.token === token && typeof kept.drafts === "object") return { token, drafts: kept.drafts };
  } catch {
    // A damaged entry counts as none.
  }
  return { token, drafts: {} };
}

function change(
  kind: SessionKind,
  session: Session,
  next: (drafts: Record<string, unknown>) => Record<string, unknown>,
) {
  // A screen that is still open must not write after its login has ended, in this window or in another one.
  if (readSession(kind)?.token !== session.token) return;
  const { token, drafts } = readDrafts(kind, session);
  try {
    localStorage.setItem(draftsKeyOf(kind), JSON.stringify({ token, drafts: next(drafts) }));
  } catch {
    // The device has no room: what is typed stays in the form alone.
  }
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
