import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { refuse } from '#shared/refusal.ts';
import type { ClassNotes } from '../contract.ts';
import { type ClassState, readClassState } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { rollRefusal } from '../rules.ts';

/**
 * The notes of a class, for those who were there and its organisers; empty with version 0 before the first, and to
 * students where they are hidden.
 * @throws Refusal signInFirst, notFound, notAttended, guardianFirst
 */
export async function readNotes(ctx: Ctx, classId: string): Promise<ClassNotes> {
  const { userId } = memberOf(ctx.actor);
  const liveClass = await readClassState(ctx, classId, userId);
  refuse(notesRefusal(ctx, liveClass));
  return selectNotes(ctx, liveClass);
}

/** Why the actor may not read the notes of a class that was read with their own seat. */
export function notesRefusal({ actor }: Ctx, liveClass: ClassState) {
  const attended = liveClass.isEnrolled ? (liveClass.seat?.attended ?? null) : null;
  return may(actor, 'read-notes', { ...liveClass, attended });
}

/** The notes without a permission check, for use cases that have made it. */
export async function selectNotes({ db, actor, now }: Ctx, liveClass: ClassState): Promise<ClassNotes> {
  const { id: classId } = liveClass;
  const row = await db
    .selectFrom('classNotes')
    .select(['notes', 'phrases', 'version', 'changedAt', 'hiddenReason'])
    .where('classId', '=', classId)
    .executeTakeFirst();
  const notMine = may(actor, 'manage', liveClass);
  const refusal = notMine ?? rollRefusal(liveClass, now);
  const allowed = { write: refusal?.code ?? null };
  // A student sees no hidden notes.
  if (notMine && row?.hiddenReason)
    return { classId, notes: null, phrases: [], version: 0, changedAt: null, hiddenReason: null, allowed };
  return {
    classId,
    notes: row?.notes ?? null,
    phrases: (row?.phrases ?? []) as ClassNotes['phrases'],
    version: row?.version ?? 0,
    changedAt: row?.changedAt.toISOString() ?? null,
    hiddenReason: row?.hiddenReason ?? null,
    allowed,
  };
}
