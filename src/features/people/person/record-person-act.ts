import { type Act, recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { publishPeopleChanged } from '../publish-people-changed.ts';

/** Records what an administrator did to a person, whom the line names, and publishes that the person changed. */
export async function recordPersonAct(
  ctx: Ctx,
  { id, name }: { id: string; name: string },
  act: Pick<Act, 'act' | 'reason' | 'detail'>,
): Promise<void> {
  await recordAct(ctx, { ...act, personId: id, words: { name: { of: id, text: name } } });
  await publishPeopleChanged(ctx, id);
}
