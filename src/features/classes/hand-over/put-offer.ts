import { readOwnName } from '#features/accounts/read-own-name.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { findFellowTeacher } from '../timetable/list-possible-teachers.ts';

/** What is offered, whose row the caller has locked, the first class of it, and to whom. */
type Offering = {
  of: 'classId' | 'seriesId';
  id: string;
  first: { title: string; startsAt: Date };
  toId: string;
};

/**
 * Offers a class or a series of the actor to another teacher, who is told. Each has one offer: another one replaces it,
 * the same one again changes nothing. Returns the offer's id and the name of the other teacher.
 * @throws Refusal notATeacher
 */
export async function putOffer(
  ctx: Ctx,
  { of, id, first, toId }: Offering,
): Promise<{ id: string; name: string }> {
  const { db, now } = ctx;
  const { userId } = memberOf(ctx.actor);
  const { name } = await findFellowTeacher(ctx, toId);
  const standing = await db
    .selectFrom('classOffers')
    .select(['id', 'toId'])
    .where(of, '=', id)
    .executeTakeFirst();
  if (standing?.toId === toId) return { id: standing.id, name };
  await db.deleteFrom('classOffers').where(of, '=', id).execute();
  const subject = of === 'classId' ? { classId: id } : { seriesId: id };
  const offer = await db
    .insertInto('classOffers')
    .values({ ...subject, fromId: userId, toId, offeredAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await notify(ctx, {
    to: [toId],
    kind: of === 'classId' ? 'classes.class-offered' : 'classes.series-offered',
    detail: { title: first.title, startsAt: first.startsAt.toISOString() },
    names: await readOwnName(ctx),
    link: '/teacher',
    about: offer.id,
  });
  await publish(ctx, { kind: 'classes.changed', audience: [userId, toId] });
  return { id: offer.id, name };
}
