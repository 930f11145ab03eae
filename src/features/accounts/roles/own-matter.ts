import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { listAdministrators } from './list-administrators.ts';

/** Whose something is; null where it is not known. */
type Owners = readonly (string | null)[];

/** Tells, by whose it is, what an administrator leaves to another one: their own. Without another one, nothing. */
export async function ownMatters(ctx: Ctx): Promise<(owners: Owners) => boolean> {
  const { userId } = memberOf(ctx.actor);
  const administrators = await listAdministrators(ctx);
  const another = administrators.some((id) => id !== userId);
  return (owners) => another && owners.includes(userId);
}

/** An administrator does not decide about what is theirs where another one can. @throws Refusal ownMatter */
export async function refuseOwnMatter(ctx: Ctx, owners: Owners): Promise<void> {
  const isOwnMatter = await ownMatters(ctx);
  if (isOwnMatter(owners)) throw new Refusal(commonRefusals.ownMatter);
}
