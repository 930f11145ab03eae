import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { type Member, memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { addDays } from '#shared/time/calendar-days.ts';
import { dayAround, instantAtOrLater } from '#shared/time/wall-clock.ts';
import { lockExistingPerson } from '../sessions/lock-person.ts';
import {
  type Invitation,
  invitationRefusals,
  longestInvitation,
  mostOpenLinks,
} from './invitation-operations.ts';
import { selectLinks, toInvitation } from './select-links.ts';

/**
 * Makes a link by which a member invites others: up to a number of them, until the end of a day of their own calendar.
 * The row of the user is locked, so that two requests at once make no link too many, and an account that becomes a
 * kid's or is deleted meanwhile gets none.
 * @throws Refusal signInFirst, adultsOnly, lastDay, tooMany
 */
export async function makeInvitation(
  outer: Ctx,
  { label, mostUses, lastDay }: { label: string; mostUses: number; lastDay: string },
): Promise<Invitation> {
  const member = memberOf(outer.actor);
  const endsAt = endOf(lastDay, member, outer.now);
  return inTransaction(outer, async (ctx) => {
    const { db, now } = ctx;
    const { userId } = member;
    await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    const { ageGroup } = await db
      .selectFrom('profiles')
      .select('ageGroup')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    if (ageGroup === 'kid') throw new Refusal(invitationRefusals.adultsOnly);
    const { open } = await db
      .selectFrom('inviteLinks')
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .where('userId', '=', userId)
      .where('endedAt', 'is', null)
      .where('endsAt', '>', now)
      .where(sql<boolean>`uses < most_uses`)
      .executeTakeFirstOrThrow();
    if (open >= mostOpenLinks) throw new Refusal(invitationRefusals.tooMany, { most: mostOpenLinks });
    const { id } = await db
      .insertInto('inviteLinks')
      .values({ userId, label, mostUses, endsAt, createdAt: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const made = await selectLinks(ctx).where('id', '=', id).executeTakeFirstOrThrow();
    return toInvitation(made, now);
  });
}

/** The instant at which a day is over where the member lives. */
function endOf(lastDay: string, { zone }: Member, now: Date): Date {
  const { day: earliest } = dayAround(now, zone);
  const latest = addDays(earliest, longestInvitation);
  if (lastDay < earliest || lastDay > latest) {
    throw new Refusal(invitationRefusals.lastDay, { earliest, latest });
  }
  return dayAround(instantAtOrLater({ date: lastDay, time: '12:00', zone }), zone).to;
}
