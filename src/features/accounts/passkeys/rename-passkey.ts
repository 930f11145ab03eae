import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { passkeyColumns, toPasskey } from './list-passkeys.ts';
import type { Passkey } from './passkey-operations.ts';

/** @throws Refusal notFound, also for a passkey of another person */
export async function renamePasskey(
  { db, actor }: Ctx,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  const { userId } = memberOf(actor);
  const renamed = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(passkeyColumns)
    .executeTakeFirst();
  if (!renamed) throw new Refusal(commonRefusals.notFound);
  return toPasskey(renamed);
}
