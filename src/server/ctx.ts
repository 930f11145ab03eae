import type { Actor } from '#shared/actor.ts';
import type { Db } from './db/connect.ts';
import type { Log } from './log.ts';

/**
 * What a use case may know of the world: the database, who is asking, what time it is, where to write
 * the log. It is an argument, never a global, so a test gives its own.
 */
export type Ctx = {
  readonly db: Db;
  readonly actor: Actor;
  /** The instant this request is judged by: one for the whole request. */
  readonly now: Date;
  readonly log: Log;
  /** Runs once the transaction around it has committed; at once when there is none. */
  readonly afterCommit: (act: (db: Db) => void) => void;
};
