import type { Member } from '#shared/actor.ts';

/**
 * Who a session cookie belongs to, remembered for a moment so that a busy person's requests do not each
 * ask the database. Whatever changes a person's rights (a session that ends, a role, a ban, a tier) makes
 * every process forget them: here at once, elsewhere through the `accounts.access-changed` event.
 */
const rememberFor = 30_000;
const atMost = 50_000;

type Remembered = { actor: Member; until: number };

const byCookie = new Map<string, Remembered>();
const cookiesOf = new Map<string, Set<string>>();
let era = 0;

export const rememberedActors = {
  recall(cookie: string, now: number): Member | undefined {
    const found = byCookie.get(cookie);
    if (!found) return undefined;
    if (found.until > now) return found.actor;
    drop(cookie);
    return undefined;
  },

  /** Take it before reading somebody's rights, and hand it to `remember`. */
  era(): number {
    return era;
  },

  /** Keeps nothing when anybody was forgotten since `readIn`: what was read may be older than that. */
  remember(cookie: string, actor: Member, now: number, readIn: number): void {
    if (readIn !== era) return;
    if (byCookie.size >= atMost) {
      const oldest = byCookie.keys().next().value;
      if (oldest !== undefined) drop(oldest);
    }
    byCookie.set(cookie, { actor, until: now + rememberFor });
    cookiesOf.set(actor.userId, (cookiesOf.get(actor.userId) ?? new Set()).add(cookie));
  },

  forget(userId: string): void {
    era++;
    for (const cookie of cookiesOf.get(userId) ?? []) byCookie.delete(cookie);
    cookiesOf.delete(userId);
  },

  size(): number {
    return byCookie.size;
  },

  /** After the connection that brings the news was lost: trust nothing remembered before. */
  forgetEverybody(): void {
    era++;
    byCookie.clear();
    cookiesOf.clear();
  },
};

function drop(cookie: string): void {
  const userId = byCookie.get(cookie)?.actor.userId;
  byCookie.delete(cookie);
  if (userId) cookiesOf.get(userId)?.delete(cookie);
}
