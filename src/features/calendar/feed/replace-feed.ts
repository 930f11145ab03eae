import { sql } from 'kysely';
import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, refuse } from '#shared/refusal.ts';
import type { Feed } from '../contract.ts';
import { may } from '../permissions.ts';
import { findFeed } from './find-feed.ts';

/** Whose feed: the reader's own, or the one of the built-in calendar. */
export type FeedOwner = 'own' | 'organisers';

/** Puts a secret in place of the one of a feed; null takes the address away. @throws Refusal signInFirst, notAllowed */
export async function replaceFeed(outer: Ctx, whose: FeedOwner, secret: string | null): Promise<Feed> {
  const { userId } = memberOf(outer.actor);
  refuse(may(outer.actor, whose === 'own' ? 'subscribe' : 'manage'));
  const owner = whose === 'own' ? userId : null;
  return inTransaction(outer, async (ctx) => {
    await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    // The second of two concurrent renewals waits here; its address is the one that works.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`calendar feed ${owner ?? ''}`}, 0))`.execute(
      ctx.db,
    );
    await ctx.db
      .deleteFrom('calendarFeeds')
      .where('userId', owner === null ? 'is' : '=', owner)
      .execute();
    if (secret) {
      await ctx.db
        .insertInto('calendarFeeds')
        .values({ secret, userId: owner, createdAt: ctx.now })
        .execute();
    }
    if (owner) await publish(ctx, { kind: 'calendar.changed', audience: [owner] });
    else {
      await recordAct(ctx, { act: secret ? 'calendar.renew-feed' : 'calendar.revoke-feed' });
      await publishToAdministrators(ctx, 'calendar.changed');
    }
    return findFeed(ctx, owner);
  });
}
