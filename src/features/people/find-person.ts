import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals } from '#shared/refusal.ts';

/**
 * The account that an act is about, its row locked until the transaction ends: acts on one person are serialised.
 * @throws Refusal notFound
 */
export function findPerson(ctx: Ctx, id: string) {
  return lockExistingPerson(ctx, id, commonRefusals.notFound);
}
