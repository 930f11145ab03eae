import type { Ctx } from '#server/ctx.ts';
import type { Db } from '#server/db/connect.ts';
import type { Member } from '#shared/actor.ts';

const rememberFor = 30_000;
const atMost = 50_000;
/** Sessions of one person; a person with more has the oldest looked up again. */
const atMostEach = 20;
/** A read of rights takes less time than it takes to change those of so many people. */
const atMostForgotten = 1000;

/** `ends` is when the session ends, however much it is used, in milliseconds. */
export type ActorOfSession = { actor: Member; ends: number };
type Remembered = ActorOfSession & { until: number };

export type RememberedActors = ReturnType<typeof createRememberedActors>;

/**
 * A cache of actors by session token, so that not every request of a person queries the database. A change of rights (a
 * session that ends, a role, a ban, a tier) invalidates it in every process: here at once, elsewhere through the
 * `accounts.access-changed` event.
 */
export function createRememberedActors() {
  /** Every entry is kept for the same time, so the entries stand in the order in which they expire. */
  const byToken = new Map<string, Remembered>();
  const tokensOf = new Map<string, Set<string>>();
  /** The generation in which each person was forgotten last, the latest last. */
  const forgottenIn = new Map<string, number>();
  let generation = 0;
  /** What was read in this generation or before it may be of a person who was forgotten since. */
  let unknownUntil = -1;

  function drop(token: string): void {
    const userId = byToken.get(token)?.actor.userId;
    if (!userId) return;
    byToken.delete(token);
    const tokens = tokensOf.get(userId);
    tokens?.delete(token);
    if (tokens?.size === 0) tokensOf.delete(userId);
  }

  return {
    recall(token: string, now: number): ActorOfSession | undefined {
      const found = byToken.get(token);
      if (!found) return undefined;
      if (found.until > now && found.ends > now) return found;
      drop(token);
      return undefined;
    },

    /** Take it before reading a person's rights, and hand it to `remember`. */
    generation(): number {
      return generation;
    },

    /** Keeps nothing when the person was forgotten since `readIn`: the rights may have been read before that. */
    remember(token: string, { actor, ends }: ActorOfSession, now: number, readIn: number): void {
      if (readIn <= unknownUntil || readIn < (forgottenIn.get(actor.userId) ?? 0)) return;
      drop(token);
      for (const [oldest, { until }] of byToken) {
        if (until > now && byToken.size < atMost) break;
        drop(oldest);
      }
      byToken.set(token, { actor, ends, until: now + rememberFor });
      const tokens = (tokensOf.get(actor.userId) ?? new Set()).add(token);
      tokensOf.set(actor.userId, tokens);
      const [first] = tokens;
      if (tokens.size > atMostEach && first !== undefined) drop(first);
    },

    forget(userId: string): void {
      generation++;
      forgottenIn.delete(userId);
      forgottenIn.set(userId, generation);
      const [[oldest, itsGeneration] = ['', 0]] = forgottenIn;
      if (forgottenIn.size > atMostForgotten) {
        forgottenIn.delete(oldest);
        unknownUntil = itsGeneration - 1;
      }
      for (const token of tokensOf.get(userId) ?? []) byToken.delete(token);
      tokensOf.delete(userId);
    },

    size(): number {
      return byToken.size;
    },

    /** Clears the cache after the connection that delivers events was lost. */
    forgetEverybody(): void {
      unknownUntil = generation++;
      forgottenIn.clear();
      byToken.clear();
      tokensOf.clear();
    },
  };
}

const byDatabase = new WeakMap<Db, RememberedActors>();

/**
 * The cache of the product around `db`, which is no transaction. A use case that changes rights knows its database
 * alone, and has to invalidate the cache that the next request reads.
 */
export function rememberedActorsOf(db: Db): RememberedActors {
  const actors = byDatabase.get(db) ?? createRememberedActors();
  byDatabase.set(db, actors);
  return actors;
}

/** Has this process look up a person's rights again once what changes them has committed. */
export function forgetAfterCommit({ afterCommit }: Pick<Ctx, 'afterCommit'>, userId: string): void {
  afterCommit((db) => rememberedActorsOf(db).forget(userId));
}
