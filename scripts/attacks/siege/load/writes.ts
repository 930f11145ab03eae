import type { Server } from '../servers/start-server.ts';
import type { Answered, Asked } from './ask.ts';
import type { Effects, Outcome } from './book.ts';
import type { Member } from './fixtures.ts';

export type Request = { name: string; by: Member | null; call: Asked };

/** A request by which a known person writes, and what the database says once it is done. */
export type Write = Request & {
  by: Member;
  effects: Effects;
  /** It has an Idempotency-Key, so that the person may send it again when the answer was lost. */
  keyed?: boolean;
  /** It says how something has to be, so that the person may send it again until it is acknowledged. */
  untilAcknowledged?: boolean;
};

/** What came of a write. */
export type WriteResult = { outcome: Outcome; answered: Answered | null };

/** Sends one write beside the others, to any server or to this one. */
export type SendWrite = (write: Write, server?: Server) => Promise<WriteResult>;

/** What a key of the book is about; `read-facts.ts` answers the same keys from the database. */
export const keyOf = (what: string, ...ids: readonly string[]): string => [what, ...ids].join(' ');
