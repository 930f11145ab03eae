import { deleteSessions } from '#features/accounts/sessions/delete-sessions.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { endSessions as operation } from './contract.ts';
import { findPerson } from './find-person.ts';
import { may } from './permissions.ts';
import { recordPersonAct } from './person/record-person-act.ts';

/**
 * Ends every session of a person, who may sign in again. Answers how many sessions it ended.
 * @throws Refusal noSession, notAllowed, notFound
 */
export async function endSessions(outer: Ctx, id: string): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'administer'));
  return inTransaction(outer, async (ctx) => {
    const person = await findPerson(ctx, id);
    const ended = await deleteSessions(ctx, id);
    await recordPersonAct(ctx, person, {
      act: 'people.end-sessions',
      detail: { ended },
    });
    return { id, ended };
  });
}
