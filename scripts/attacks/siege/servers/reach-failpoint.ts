import type { SeededRandom } from '../../../../src/testing/seeded-random.ts';
import type { Book } from '../load/book.ts';
import type { Fixtures } from '../load/fixtures.ts';
import { importRanking } from '../load/import-ranking.ts';
import { signUpAndDelete } from '../load/sign-up-and-delete.ts';
import { changeRole, scheduleClass, settleOrder } from '../load/staff-writes.ts';
import type { SendWrite } from '../load/writes.ts';
import type { Failpoint } from './control-messages.ts';
import type { Server } from './start-server.ts';
import type { SystemUnderTest } from './system-under-test.ts';

/** What an operation needs that is sent beside the load. `nth` is the round. */
export type LoadContext = {
  system: SystemUnderTest;
  fixtures: Fixtures;
  book: Book;
  nth: number;
  sendWrite: SendWrite;
};

/** Has a person do at this server what comes to a failpoint. */
type RunOperation = (context: LoadContext, chance: SeededRandom, server: Server) => Promise<unknown>;

const byWrite =
  (draw: typeof settleOrder): RunOperation =>
  async ({ fixtures, book, sendWrite }, chance, server) => {
    const write = draw(chance, { ...fixtures, ...fixtures.reserved }, book);
    // Under its key it would be sent again, to a server that is gone.
    if (write) await sendWrite({ ...write, keyed: false }, server);
  };
const anImport: RunOperation = ({ system, fixtures, nth, sendWrite }, chance, server) =>
  importRanking({ db: system.direct.db, fixtures, nth, sendWrite }, chance, server);
const aNewcomer: RunOperation = ({ system, fixtures, sendWrite }, chance, server) =>
  signUpAndDelete({ db: system.direct.db, fixtures, sendWrite }, chance, server);

/** By the failpoints that only one operation comes to: that operation. */
export const operationsThrough = {
  'refund-before-coins': byWrite(settleOrder),
  'role-after-taking-away': byWrite(changeRole),
  'import-between-draft-and-rows': anImport,
  'import-while-going-live': anImport,
  'deletion-half-way': aNewcomer,
  'sign-up-after-user': aNewcomer,
  'class-before-calendar-job': byWrite(scheduleClass),
} satisfies Partial<Record<Failpoint, RunOperation>>;
export const operationFailpoints = Object.keys(operationsThrough) as (keyof typeof operationsThrough)[];
