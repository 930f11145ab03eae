import { connect } from '#server/db/connect.ts';
import { runDue } from '#server/jobs/run-due.ts';
import { createLog } from '#server/log.ts';
import { visitor } from '#shared/actor.ts';

// A process of its own that claims the row of `run-due.test.ts` and never finishes, until it is killed.
const { db } = connect(JSON.parse(process.env.DATABASE ?? ''));
const log = createLog('silent');
const ctxNow = () => ({ db, actor: visitor, now: new Date(), log, afterCommit: () => {} });
await runDue(
  ctxNow,
  {
    work: { kind: 'test-work', backOff: { firstMs: 1000, longestMs: 1000 }, concurrency: 1 },
    run: () => {
      process.stdout.write('claimed');
      return new Promise(() => {});
    },
  },
  { leaseMs: Number(process.env.LEASE_MS) },
);
