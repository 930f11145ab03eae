import { sql } from 'kysely';
import { setHiddenName } from '#features/accounts/set-hidden-name.ts';
import { aliasFrom, aliasInSpanish } from '#features/cup/rules.ts';
import { notify } from '#features/notifications/notify.ts';
import { portraitAddress, portraits } from '#features/profiles/contract.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { hideName as operation } from '../contract.ts';
import { findPerson } from '../find-person.ts';
import { may } from '../permissions.ts';
import { recordPersonAct } from '../person/record-person-act.ts';

/**
 * Puts an alias, as kids have in the cup, and one of Sumi's drawings in place of a person's name and picture wherever
 * others see them, until an administrator shows them again. The person reads the reason and may choose another name,
 * which waits for an administrator. Hiding a hidden name asks for another one.
 * @throws Refusal noSession, notAllowed, notFound
 */
export async function hideName(
  outer: Ctx,
  { id, reason }: { id: string; reason: string },
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'administer'));
  return inTransaction(outer, async (ctx) => {
    const person = await findPerson(ctx, id);
    await setHiddenName(ctx, id, { ...(await aliasOf(ctx, id)), reason });
    await recordPersonAct(ctx, person, {
      act: 'people.hide-name',
      reason,
    });
    await notify(ctx, { to: [id], kind: 'people.name-hidden', detail: { reason }, link: '/profile' });
    return { id, isHidden: true };
  });
}

/**
 * The alias of a person, which never changes. It is another than the alias of their line in the cup, which would say
 * whose the line is.
 */
async function aliasOf({ db }: Ctx, id: string): Promise<{ alias: string; image: string }> {
  const { rows } = await sql<{
    number: number;
  }>`select cup_alias_number(${`person ${id}`}) as number`.execute(db);
  const { number } = onlyRow(rows);
  const portrait = portraits[number % portraits.length] ?? portraits[0];
  return { alias: aliasInSpanish(aliasFrom(number)), image: portraitAddress(portrait) };
}
