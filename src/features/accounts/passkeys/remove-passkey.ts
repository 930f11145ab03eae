import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { removeWayIn } from '../sessions/remove-way-in.ts';
import type { PasswordChecks } from '../sign-in/password-checks.ts';

/**
 * Removes a passkey, because the device that held it may be lost, and signed in.
 * @throws Refusal those of `removeWayIn`; notFound also for a passkey of another person
 */
export async function removePasskey(
  outer: Ctx,
  passwords: Pick<PasswordChecks, 'verify'>,
  { id, password }: { id: string; password?: string | undefined },
): Promise<void> {
  const { userId } = memberOf(outer.actor);
  await removeWayIn(outer, passwords, {
    password,
    letter: 'passkey-removed',
    async remove({ db }) {
      const { numDeletedRows } = await db
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('userId', '=', userId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  });
}
