import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Payment, Till } from '../payment-till.ts';
import { nextAttemptAt } from '../rules.ts';
import { settleAll } from '../settle-all.ts';
import { settleOrClose } from './settle-checkout.ts';

const atOnce = 50;

/** How long a webhook has before its checkout is read without it. */
const webhookMinutes = 2;

/**
 * Pending payments of which nobody told us are read from their provider, and those whose time is over are closed: so
 * a webhook that never comes loses no payment, and a checkout nobody pays lets go of what it kept.
 */
export async function settlePayments(ctx: Ctx, till: Till): Promise<void> {
  await settleAll(await claim(ctx), async (payment) => {
    const close = payment.expiresAt !== null && payment.expiresAt <= ctx.now;
    try {
      await settleOrClose(ctx, till, payment, { close });
    } catch (error) {
      ctx.log.warn({ err: error, payment: payment.id }, 'a payment could not be looked at yet');
    }
  });
}

/** Takes what is due, with the time of the next look: no two processes look at one payment at once. */
async function claim({ db, now }: Ctx): Promise<Payment[]> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('payments')
      .selectAll()
      .where('status', '=', 'pending')
      .where(
        sql<boolean>`coalesce(next_attempt_at, least(expires_at, created_at + make_interval(mins => ${webhookMinutes}))) <= ${now}`,
      )
      .orderBy('nextAttemptAt')
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id, attempts, expiresAt } of due) {
      const next = nextAttemptAt(attempts + 1, now);
      // Not a moment later than it is to be closed.
      const soonest = expiresAt && expiresAt > now && expiresAt < next ? expiresAt : next;
      await trx
        .updateTable('payments')
        .set({ attempts: attempts + 1, nextAttemptAt: soonest })
        .where('id', '=', id)
        .execute();
    }
    return due;
  });
}
