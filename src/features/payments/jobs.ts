import type { Ctx } from '#server/ctx.ts';
import type { Db } from '#server/db/connect.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';
import type { Log } from '#server/log.ts';
import { visitor } from '#shared/actor.ts';
import { settlePayments } from './checkout/settle-payments.ts';
import type { Till } from './payment-till.ts';
import { makeRefunds } from './refunds/make-refunds.ts';
import { tellSubscriptions } from './subscriptions/tell-subscriptions.ts';

/** What sees to money when nobody is looking; each is hurried too, as soon as there is something to do. */
export function paymentChores(till: Till, log: Log, clock: () => Date): Chore[] {
  const ctxOn = (db: Db): Ctx => ({
    db,
    actor: visitor,
    now: clock(),
    log,
    afterCommit: (act) => act(db),
  });
  return [
    {
      name: 'settle-payments',
      cron: '*/3 * * * *',
      async run(db) {
        await settlePayments(ctxOn(db), till);
        await tellSubscriptions(ctxOn(db), till);
      },
    },
    {
      name: 'refund-payments',
      cron: '*/2 * * * *',
      run: (db) => makeRefunds(ctxOn(db), till),
    },
  ];
}
