import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { Refusal } from '#shared/refusal.ts';
import { may } from '../permissions.ts';
import type { AbsenceRules } from './absence-rules.ts';

/** What leaving a club late and not coming to it cost, for administrators. */
export async function readAbsenceRules({ db, actor }: Ctx): Promise<AbsenceRules> {
  const refusal = may(actor, 'set-rules');
  if (refusal) throw new Refusal(refusal);
  return db
    .selectFrom('absenceRules')
    .select(['freeHours', 'pausingAbsences', 'countedDays', 'pauseDays'])
    .executeTakeFirstOrThrow();
}

/**
 * Sets the rules. Pauses are read from the absences there are, so they begin and end by the new rules at once; students
 * are told of the absences to come alone.
 */
export async function setAbsenceRules(outer: Ctx, rules: AbsenceRules): Promise<AbsenceRules> {
  return inTransaction(outer, async (ctx) => {
    const before = await readAbsenceRules(ctx);
    const { freeHours, pausingAbsences, countedDays, pauseDays } = rules;
    const after = { freeHours, pausingAbsences, countedDays, pauseDays };
    await ctx.db.updateTable('absenceRules').set(after).execute();
    await recordAct(ctx, {
      act: 'classes.change-rules',
      detail: { before: inShort(before), after: inShort(after) },
    });
    await publish(ctx, { kind: 'classes.changed' });
    return after;
  });
}

/** `3 h, 3 / 30 d, 7 d`, for the audit log. */
function inShort({ freeHours, pausingAbsences, countedDays, pauseDays }: AbsenceRules): string {
  return `${freeHours} h, ${pausingAbsences} / ${countedDays} d, ${pauseDays} d`;
}
