import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { refuse } from '#shared/refusal.ts';
import { type ClassMessages, messageRefusals, mostMessages } from '../contract.ts';
import { type ClassState, readClassState } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { messageLimit, messageRefusal } from '../rules.ts';

/**
 * The messages to a class, for students who have a seat in it now, whenever they took it, and its organisers. Students
 * do not read hidden ones.
 * @throws Refusal signInFirst, notFound, notAllowed, guardianFirst
 */
export async function readClassMessages(ctx: Ctx, classId: string): Promise<ClassMessages> {
  const liveClass = await readClassState(ctx, classId, memberOf(ctx.actor).userId);
  refuse(may(ctx.actor, 'read-messages', liveClass));
  const organises = may(ctx.actor, 'manage', liveClass) === null;
  const rows = await ctx.db
    .selectFrom('classMessages as message')
    .innerJoin('shownPeople as writer', 'writer.id', 'message.writtenBy')
    .select(['message.id', 'message.words', 'message.sentAt', 'message.readers', 'message.hiddenReason'])
    .select('writer.name as writtenBy')
    .where('message.classId', '=', classId)
    .$if(!organises, (shown) => shown.where('message.hiddenAt', 'is', null))
    .orderBy('message.sentAt', 'desc')
    .orderBy('message.id', 'desc')
    .limit(mostMessages)
    .execute();
  return {
    classId,
    items: rows.map(({ sentAt, readers, ...row }) => ({
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

/** Who is told of a message: students with a seat, a kid with the consent of their guardian, but not the writer. */
export async function listReaders({ db, actor }: Ctx, classId: string): Promise<string[]> {
  const seats = await db
    .selectFrom('classEnrollments as seat')
    .innerJoin('profiles', 'profiles.userId', 'seat.userId')
    .select('seat.userId')
    .where('seat.classId', '=', classId)
    .where('seat.heldUntil', 'is', null)
    .where('seat.userId', '<>', memberOf(actor).userId)
    .where(sql<boolean>`(profiles.age_group = 'adult' or has_guardian_consent(seat.user_id))`)
    .orderBy('seat.userId')
    .execute();
  return seats.map(({ userId }) => userId);
}
