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
 * An administrator puts an alias in place of the full name of a line, on every board that has a line of its user name
 * or of another one that is confirmed as the same person's, also on those to come. The person whose line it is, where
 * one is known, is told why. Hiding a hidden name changes nothing.
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
    // A claim of the owner's that is confirmed meanwhile gives them another user name: before this, or after it.
    await ctx.db
      .selectFrom('cupClaims')
      .select('id')
      .where('userId', '=', sql<string>`(select owner_id from cup_lines where id = ${lineId})`)
      .orderBy('id')
      .forUpdate()
      .execute();
    const { rows } = await sql<{ usernames: string[]; fullName: string; ownerId: string | null }>`
      select full_name, owner_id, array(
        select lower(line.username) union
        select claim.username from confirmed_cup_claims claim where claim.user_id = line.owner_id) as usernames
      from cup_lines line where id = ${lineId}`.execute(ctx.db);
    const [line] = rows;
    if (!line) throw new Refusal(commonRefusals.notFound);
    const { usernames, fullName, ownerId } = line;
    const changed =
      reason === null
        ? await ctx.db
            .deleteFrom('cupHiddenNames')
            .where('username', 'in', usernames)
            .returning('username')
            .execute()
        : await ctx.db
            .insertInto('cupHiddenNames')
            .values(usernames.map((username) => ({ username, hiddenAt: ctx.now })))
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

/**
 * Hides the lines of a user name that is confirmed as a person's where the name on their other lines is hidden, and
 * answers whether it was shown before. In the transaction that confirms it.
 */
export async function keepNameHidden(
  ctx: Ctx,
  { userId, username }: { userId: string; username: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into cup_hidden_names (username, hidden_at)
    select lower(${username}), ${ctx.now} where exists (
      select from cup_hidden_names hidden join confirmed_cup_claims claim on claim.username = hidden.username
      where claim.user_id = ${userId})
    on conflict do nothing returning username`.execute(ctx.db);
  return rows.length > 0;
}
