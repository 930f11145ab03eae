import { refuseOwnMatter } from '#features/accounts/roles/own-matter.ts';
import { setHiddenName } from '#features/accounts/set-hidden-name.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { showName as operation } from '../contract.ts';
import { findPerson } from '../find-person.ts';
import { may } from '../permissions.ts';
import { recordPersonAct } from '../person/record-person-act.ts';

/**
 * Shows a hidden name and picture again, those that the person has now. One that is not hidden stays as it is. An
 * administrator's own is shown by another one where there is one.
 * @throws Refusal noSession, notAllowed, notFound, ownMatter
 */
export async function showName(outer: Ctx, id: string): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'administer'));
  return inTransaction(outer, async (ctx) => {
    const person = await findPerson(ctx, id);
    if (!person.nameHiddenAt) return { id, isHidden: false };
    await refuseOwnMatter(ctx, [id]);
    await setHiddenName(ctx, id, null);
    await recordPersonAct(ctx, person, { act: 'people.show-name' });
    await notify(ctx, { to: [id], kind: 'people.name-shown', names: person, link: '/profile' });
    return { id, isHidden: false };
  });
}
