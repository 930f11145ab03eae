import { sql } from 'kysely';
import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { may } from './permissions.ts';

/**
 * An administrator puts an alias in place of the full name of a line, on every board that has a line of its user name,
 * also on those to come. The person whose line it is, where one is known, is told why. Hiding a hidden name changes
 * nothing.
 * @throws Refusal signInFirst, notAllowed, notFound
 */
export async function hideCupName(outer: Ctx, lineId: string, reason: string): Promise<void> {
  await change(outer, lineId, reason);
}

/**
 * Shows the name again, unless its person is a kid or chose an alias. @throws Refusal signInFirst, notAllowed, notFound
 */
export async function showCupName(outer: Ctx, lineId: string): Promise<void> {
  await change(outer, lineId, null);
}

async function change(outer: Ctx, lineId: string, reason: string | null): Promise<void> {
  refuse(may(outer.actor, 'manage'));
  await inTransaction(outer, async (ctx) => {
    const { rows } = await sql<{ username: string; fullName: string; ownerId: string | null }>`
      select lower(username) as username, full_name, owner_id from cup_lines where id = ${lineId}`.execute(
      ctx.db,
    );
    const [line] = rows;
    if (!line) throw new Refusal(commonRefusals.notFound);
    const { username, fullName, ownerId } = line;
    const changed =
      reason === null
        ? await ctx.db
            .deleteFrom('cupHiddenNames')
            .where('username', '=', username)
            .returning('username')
            .execute()
        : await ctx.db
            .insertInto('cupHiddenNames')
            .values({ username, hiddenAt: ctx.now })
            .onConflict((conflict) => conflict.doNothing())
            .returning('username')
            .execute();
    if (changed.length === 0) return;
    const isOthers = ownerId !== null && ownerId !== memberOf(ctx.actor).userId;
    await recordAct(ctx, {
      act: reason === null ? 'cup.show-name' : 'cup.hide-name',
      subject: lineId,
      words: { name: { of: ownerId, text: fullName } },
      reason,
      ...(isOthers && { personId: ownerId }),
    });
    await notify(ctx, {
      to: ownerId === null ? [] : [ownerId],
      kind: reason === null ? 'cup.name-shown' : 'cup.name-hidden',
      detail: reason === null ? {} : { reason },
      link: '/ranking',
    });
    await publish(ctx, { kind: 'cup.changed' });
  });
}
