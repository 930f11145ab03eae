import type { Actor } from '#shared/actor.ts';
import type { Db } from './db/connect.ts';
import type { Log } from './log.ts';

/**
 * Everything a use case depends on: the database, the actor, the time and the log. It is an argument and never global,
 * so a test passes its own.
 */
export type Ctx = {
  readonly db: Db;
  readonly actor: Actor;
  /** The time of the request; it stays the same during the request. */
  readonly now: Date;
  readonly log: Log;
  /** Runs `act` after the surrounding transaction has committed, or at once when there is none. */
  readonly afterCommit: (act: (db: Db) => void) => void;
};
