import { readOwnName } from '#features/accounts/read-own-name.ts';
import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { once } from '#server/db/once.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { endOf } from '#shared/time/durations.ts';
import { type ClassMessage, messageRefusals, sendClassMessage as operation } from '../contract.ts';
import { type ClassState, lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { learnersAddress, messageRefusal, organisersAddress } from '../rules.ts';
import { isMessageLimitReached, listReaders } from './read-class-messages.ts';

/**
 * An organiser writes to all students who have a seat in a class at this moment, but not to themselves. Each is told
 * once. The class row is locked, so the messages of 24 hours are counted one after another, and a student who enrols
 * meanwhile is either told or reads it on the page of the class. What an administrator writes to another teacher's
 * class is told to that teacher, and audited. The same idempotency key twice is one message.
 * @throws Refusal signInFirst, notAllowed, notFound, cancelled, alreadyOver, tooMany, noReaders
 */
export async function sendClassMessage(
  outer: Ctx,
  classId: string,
  words: string,
  idempotencyKey: string | undefined,
): Promise<ClassMessage> {
  const { userId } = memberOf(outer.actor);
  refuse(may(outer.actor, 'organise'));
  const input = { classId, words };
  return once(outer, { operation, key: idempotencyKey, input }, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    refuse(may(ctx.actor, 'manage', liveClass) ?? messageRefusal(liveClass, ctx.now));
    await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    if (await isMessageLimitReached(ctx, classId)) throw new Refusal(messageRefusals.tooMany);
    const readers = await listReaders(ctx, classId);
    if (readers.length === 0) throw new Refusal(messageRefusals.noReaders);

    const sentAt = ctx.now;
    const { id } = await ctx.db
      .insertInto('classMessages')
      .values({ classId, words, writtenBy: userId, readers: readers.length, sentAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    const writer = await readOwnName(ctx);
    const isOwn = liveClass.createdBy === userId;
    const message = { id, classId, words, writer };
    await tell(ctx, { ...message, liveClass, to: readers, link: learnersAddress(classId) });
    if (!isOwn) {
      const { title, createdBy, lacksTeacher } = liveClass;
      const link = organisersAddress(classId, 'roll');
      await tell(ctx, { ...message, liveClass, to: lacksTeacher ? [] : [createdBy], link });
      await recordAct(ctx, {
        act: 'classes.send-message',
        personId: createdBy,
        subject: classId,
        detail: { title },
      });
    }
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return {
      ...{ id, words, sentAt: sentAt.toISOString(), writtenBy: writer.name },
      ...{ readers: readers.length, hiddenReason: null },
    };
  });
}

type Told = {
  id: string;
  classId: string;
  words: string;
  writer: { id: string; name: string };
  liveClass: ClassState;
  to: readonly string[];
  link: string;
};

/** The key of `once` is the one by which triggers delete the notices of a message (`migrations/0011-classes.sql`). */
async function tell(ctx: Ctx, { id, classId, words, writer, liveClass, to, link }: Told): Promise<void> {
  const { title, startsAt } = liveClass;
  await notify(ctx, {
    to,
    kind: 'classes.message',
    // The end as well, because what is written while the class goes on waits for no quiet hours either.
    detail: {
      title,
      message: words,
      startsAt: startsAt.toISOString(),
      endsAt: endOf(liveClass).toISOString(),
    },
    names: writer,
    link,
    about: classId,
    once: `classes.message ${id}`,
  });
}
