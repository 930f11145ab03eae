import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { keyset, pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import type { ReceivedOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import { type ClassMessages, messageRefusals, type readClassMessages as operation } from '../contract.ts';
import { type ClassState, readClassState } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { messageLimit, messageRefusal } from '../rules.ts';

type Query = ReceivedOf<typeof operation>['query'];

const newestFirst = keyset('desc', { 'message.sentAt': 'instant', 'message.id': 'uuid' });

/**
 * The messages to a class, newest first, for students who have a seat in it now, whenever they took it, and its
 * organisers. Students do not read hidden ones.
 * @throws Refusal signInFirst, notFound, notAllowed, guardianFirst
 */
export async function readClassMessages(
  ctx: Ctx,
  classId: string,
  { cursor, limit }: Query,
): Promise<ClassMessages> {
  const liveClass = await readClassState(ctx, classId, memberOf(ctx.actor).userId);
  refuse(may(ctx.actor, 'read-messages', liveClass));
  const organises = may(ctx.actor, 'manage', liveClass) === null;
  const rows = await ctx.db
    .selectFrom('classMessages as message')
    .innerJoin('shownPeople as writer', 'writer.id', 'message.writtenBy')
    .select(['message.id', 'message.words', 'message.sentAt', 'message.readers', 'message.hiddenReason'])
    .select(['writer.name as writtenBy', newestFirst.key])
    .where('message.classId', '=', classId)
    .where(newestFirst.after(cursor))
    .$if(!organises, (shown) => shown.where('message.hiddenAt', 'is', null))
    .orderBy(newestFirst.order)
    .limit(limit + 1)
    .execute();
  return {
    classId,
    ...pageOf(rows, limit, ({ sentAt, readers, ...row }) => ({
      ...row,
      sentAt: sentAt.toISOString(),
      readers: organises ? readers : null,
    })),
    ...(await readSending(ctx, classId, liveClass)),
  };
}

/** Whether the actor may send a message now, and how many students would be told. */
async function readSending(
  ctx: Ctx,
  classId: string,
  liveClass: ClassState,
): Promise<Pick<ClassMessages, 'readers' | 'allowed'>> {
  const notMine = may(ctx.actor, 'manage', liveClass);
  if (notMine) return { readers: null, allowed: { send: notMine.code } };
  const { length: readers } = await listReaders(ctx, classId);
  const refusal =
    messageRefusal(liveClass, ctx.now) ??
    ((await isMessageLimitReached(ctx, classId)) ? messageRefusals.tooMany : null) ??
    (readers === 0 ? messageRefusals.noReaders : null);
  return { readers, allowed: { send: refusal?.code ?? null } };
}

/** Whether a class got as many messages as it may within a day. The caller that sends one has locked the class. */
export async function isMessageLimitReached({ db, now }: Ctx, classId: string): Promise<boolean> {
  const { sent } = await db
    .selectFrom('classMessages')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('classId', '=', classId)
    .where('sentAt', '>', new Date(now.getTime() - messageLimit.withinMs))
    .executeTakeFirstOrThrow();
  return sent >= messageLimit.most;
}

/**
 * Who is told of a message: students with a seat and of its age group, a kid with the consent of their guardian, but
 * not the writer.
 */
export async function listReaders({ db, actor }: Ctx, classId: string): Promise<string[]> {
  const seats = await db
    .selectFrom('classEnrollments as seat')
    .innerJoin('profiles', 'profiles.userId', 'seat.userId')
    .innerJoin('classes', 'classes.id', 'seat.classId')
    .whereRef('profiles.ageGroup', '=', 'classes.targetAudience')
    .select('seat.userId')
    .where('seat.classId', '=', classId)
    .where('seat.heldUntil', 'is', null)
    .where('seat.userId', '<>', memberOf(actor).userId)
    .where(sql<boolean>`may_join_live(profiles.age_group, seat.user_id)`)
    .orderBy('seat.userId')
    .execute();
  return seats.map(({ userId }) => userId);
}
