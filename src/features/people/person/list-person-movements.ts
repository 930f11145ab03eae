import { refuseUnlessPerson } from '#features/accounts/deletion/refuse-unless-person.ts';
import { listLedgerOf } from '#features/coins/reads.ts';
import type { Ctx } from '#server/ctx.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { listPersonMovements as operation } from '../contract.ts';
import { may } from '../permissions.ts';

/** @throws Refusal noSession, notAllowed, notFound, badInput for a malformed cursor */
export async function listPersonMovements(
  ctx: Ctx,
  { id, ...page }: { id: string; cursor?: string | undefined; limit: number },
): Promise<AnswerOf<typeof operation>> {
  refuse(may(ctx.actor, 'administer'));
  await refuseUnlessPerson(ctx, id);
  return listLedgerOf(ctx, id, page);
}
