import { sql } from 'kysely';
import { changedNumbers } from '#features/audit/changed-numbers.ts';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { refuse } from '#shared/refusal.ts';
import { may } from '../permissions.ts';
import type { ClassRules } from './class-rules.ts';
import { readRules } from './rules-column.ts';

/**
 * Sets the numbers. Each request reads them with the class it decides about, so they hold in every process from the
 * commit on. What follows from them and is not stored changes at once: doors, refunds and pauses. A seat that is
 * offered stays offered until the moment that its student was told.
 */
export async function setClassRules(outer: Ctx, rules: ClassRules): Promise<ClassRules> {
  refuse(may(outer.actor, 'set-rules'));
  return inTransaction(outer, async (ctx) => {
    // Two administrators at once: the second sees what the first has set, and the audit log says so.
    await ctx.db.selectFrom('classRules').select('onlyRow').forUpdate().execute();
    const before = await readRules(ctx);
    await ctx.db.updateTable('classRules').set(rules).execute();
    await recordAct(ctx, { act: 'classes.change-rules', detail: changedNumbers(before, rules) });
    await lookAgain(ctx);
    await publish(ctx, { kind: 'classes.changed' });
    return rules;
  });
}

/** What is due at a moment that follows from the numbers: waiting lists, and the count of a club's learners. */
async function lookAgain({ db, now }: Ctx): Promise<void> {
  await sql`select put_due('offer-seats', class_id::text) from class_waiting group by class_id`.execute(db);
  await sql`select put_due('remind-of-class', id::text) from classes where kind = 'club' and status = 'scheduled'
    and starts_at > ${now} and starts_at < ${now}::timestamptz + interval '1 day'`.execute(db);
}
