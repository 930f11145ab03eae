import { sql } from 'kysely';
import { refuseEndedSession } from '#features/accounts/sessions/refuse-ended-session.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { PushService } from '#server/push/push-service.ts';
import { memberOf } from '#shared/actor.ts';
import type { ReceivedOf } from '#shared/operation.ts';
import { Refusal } from '#shared/refusal.ts';
import { deviceOfAnother, endpointRefused, type addDevice as operation } from '../contract.ts';

/** A person's newest devices count; more would be a way to have the server write to many addresses. */
const mostDevices = 10;

/**
 * Turns push messages on for this browser until the person signs out there. A browser has one push address: when
 * another person turns them on, it becomes theirs. The page also sends the address again by itself, in a new session of
 * the person who turned them on; if another person is signed in by then, that is refused.
 * @throws Refusal endpointRefused, deviceOfAnother, signInFirst
 */
export async function addDevice(
  outer: Ctx,
  push: Pick<PushService, 'allows'>,
  { endpoint, keys: { p256dh, auth }, person }: ReceivedOf<typeof operation>['body'],
): Promise<{ added: boolean }> {
  const member = memberOf(outer.actor);
  const { userId, sessionId } = member;
  if (person !== userId) throw new Refusal(deviceOfAnother);
  if (!push.allows(endpoint)) throw new Refusal(endpointRefused);
  const device = { userId, sessionId, p256dh, auth, createdAt: outer.now };
  return inTransaction(outer, async (ctx) => {
    await refuseEndedSession(ctx, member);
    await ctx.db
      .insertInto('pushSubscriptions')
      .values({ endpoint, ...device })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(device))
      .execute();
    await sql`delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${userId}
        order by created_at desc, id desc offset ${mostDevices})`.execute(ctx.db);
    return { added: true };
  });
}
