import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import type { Passkey } from './passkey-operations.ts';

export const passkeyColumns = ['id', 'name', 'synced', 'createdAt', 'lastUsedAt'] as const;

type Row = Omit<Passkey, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date | null };

export const toPasskey = ({ createdAt, lastUsedAt, ...row }: Row): Passkey => ({
  ...row,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

export async function listPasskeys({ db, actor }: Ctx): Promise<{ items: Passkey[] }> {
  const { userId } = memberOf(actor);
  const rows = await db
    .selectFrom('passkeys')
    .select(passkeyColumns)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return { items: rows.map(toPasskey) };
}
