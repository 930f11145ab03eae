import { refuseUnlessPerson } from '#features/accounts/deletion/refuse-unless-person.ts';
import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import { lockProfiles } from '#features/profiles/lock-profiles.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { absenceRefusals, type noteAbsence as operation } from '../contract.ts';
import { type ClassState, lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { selectRoster } from '../roster/read-roster.ts';
import { learnersAddress } from '../rules.ts';
import { isExcusedBy, missingCounts } from './absence-rules.ts';
import { endPauseNotices } from './end-pause-notices.ts';
import { notifyAbsent } from './record-absences.ts';

type Note = ReceivedOf<typeof operation>['body'];

/**
 * An organiser notes why a student missed a club or left it late, and whether that is excused; a power cut always is.
 * On an open roll the note of a student who is marked as absent waits for the closing. A student whose absence counted
 * is told that it is excused, or that it counts again. The class row is locked, so that the roll does not change
 * meanwhile.
 */
export async function noteAbsence(
  outer: Ctx,
  { id: classId, userId }: { id: string; userId: string },
  note: Note,
): Promise<AnswerOf<typeof operation>> {
  const organiser = memberOf(outer.actor).userId;
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    const club = await lockClass(ctx, classId, userId);
    refuse(may(ctx.actor, 'manage', club));
    // An absence that counts again may pause clubs, which an enrolment of the same moment has to see. The reasons of a
    // deleted account were erased: none is stored again, also where it is deleted at this moment.
    await lockProfiles(ctx, [userId]);
    await refuseUnlessPerson(ctx, userId);
    const before = await findAbsence(ctx, classId, userId);
    if (!before) refuseUnlessAbsent(club);

    const excused = isExcusedBy(note);
    const wasExcused = (before?.excusedAt ?? null) !== null;
    const saysSame = note.reason === (before?.reason ?? null);
    // Words belong to the reason that they were given with.
    const reasonColumns = saysSame
      ? {}
      : { reason: note.reason, words: null, reasonFrom: note.reason && ('organiser' as const) };
    const set = { ...reasonColumns, excusedAt: excused ? (before?.excusedAt ?? ctx.now) : null };
    await ctx.db
      .insertInto('classAbsences')
      .values({ classId, userId, how: 'missed', ...set })
      .onConflict((conflict) => conflict.columns(['classId', 'userId']).doUpdateSet(set))
      .execute();
    if (before?.recordedAt && excused !== wasExcused) {
      const { title } = club;
      const detail = { title, excused };
      await recordAct(ctx, { act: 'classes.excuse-absence', personId: userId, subject: classId, detail });
      if (excused) {
        await endPauseNotices(ctx, userId);
        const link = learnersAddress(classId);
        await notify(ctx, {
          to: [userId],
          kind: 'classes.absence-excused',
          detail: { title },
          link,
          about: classId,
        });
      } else await notifyAbsent(ctx, { classId, title }, [userId], { how: before.how, alsoCounted: true });
    }
    const audience = [organiser, club.createdBy, userId];
    await publish(ctx, { kind: 'classes.changed', audience, subject: classId });
    return selectRoster(ctx, classId);
  });
}

function findAbsence({ db }: Ctx, classId: string, userId: string) {
  return db
    .selectFrom('classAbsences')
    .select(['how', 'recordedAt', 'reason', 'excusedAt'])
    .where('classId', '=', classId)
    .where('userId', '=', userId)
    .executeTakeFirst();
}

/**
 * A note without an absence is for a student who had booked a free seat in a club, marked as absent on its open roll.
 */
function refuseUnlessAbsent({ kind, seat, isEnrolled, rollClosedAt }: ClassState): void {
  if (!seat || !isEnrolled) throw new Refusal(commonRefusals.notFound);
  const isAbsent = missingCounts(kind, seat) && seat.attended === false;
  if (!isAbsent || rollClosedAt) throw new Refusal(absenceRefusals.noAbsence);
}
