import { ownMatters } from '#features/accounts/roles/own-matter.ts';
import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { type ClassNotes, changeRefusals, type NotesForm } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { rollRefusal } from '../rules.ts';
import { isSomething, notifyOfNotes } from './notify-of-notes.ts';
import { selectNotes } from './read-notes.ts';

/**
 * Replaces the notes and phrases of a class, from its start on and without an end. The class row is locked, and the
 * version that the organiser saw has to be the last one: of two organisers who write at the same time, one is told.
 * Students who are marked as present get one notice, however often the notes change. An administrator's change of
 * another teacher's notes is audited.
 * @throws Refusal signInFirst, notAllowed, notFound, cancelled, notStarted, changedMeanwhile
 */
export async function writeNotes(outer: Ctx, classId: string, form: NotesForm): Promise<ClassNotes> {
  const { userId } = memberOf(outer.actor);
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    refuse(may(ctx.actor, 'manage', liveClass) ?? rollRefusal(liveClass, ctx.now));
    await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    if (!(await store(ctx, { classId, createdBy: liveClass.createdBy }, form)))
      throw new Refusal(changeRefusals.changedMeanwhile);

    const { title, createdBy } = liveClass;
    if (createdBy !== userId) {
      const detail = { title };
      await recordAct(ctx, { act: 'classes.write-notes', personId: createdBy, subject: classId, detail });
    }
    const present = await presentIn(ctx, classId);
    if (isSomething(form)) await notifyOfNotes(ctx, { classId, title }, present);
    await publish(ctx, {
      kind: 'classes.changed',
      audience: [...new Set([userId, createdBy, ...present])],
      subject: classId,
    });
    return selectNotes(ctx, liveClass);
  });
}

/** Whether the version was the last one; otherwise nothing changes. */
async function store(
  ctx: Ctx,
  { classId, createdBy }: { classId: string; createdBy: string },
  { notes, phrases, version }: NotesForm,
): Promise<boolean> {
  const { db, now } = ctx;
  const { userId, role } = memberOf(ctx.actor);
  const isOwnMatter = await ownMatters(ctx);
  const written = { notes, phrases: JSON.stringify(phrases), changedAt: now };
  // What an administrator hid is shown again by an administrator only, their own by another one.
  const shown = role === 'admin' && !isOwnMatter([createdBy]) ? { hiddenAt: null, hiddenReason: null } : {};
  const stored =
    version === 0
      ? await db
          .insertInto('classNotes')
          .values({ classId, ...written, writtenBy: userId })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await db
          .updateTable('classNotes')
          .set({ ...written, ...shown, version: version + 1 })
          .where('classId', '=', classId)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst();
  return stored !== undefined;
}

async function presentIn({ db }: Ctx, classId: string): Promise<string[]> {
  const seats = await db
    .selectFrom('classEnrollments')
    .select('userId')
    .where('classId', '=', classId)
    .where('attended', '=', true)
    .where('heldUntil', 'is', null)
    .orderBy('userId')
    .execute();
  return seats.map(({ userId }) => userId);
}
