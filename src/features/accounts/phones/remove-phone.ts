import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { removeWayIn } from '../sessions/remove-way-in.ts';
import type { PasswordChecks } from '../sign-in/password-checks.ts';

/**
 * Removes the member's telephone, which never counts as the last way in.
 * @throws Refusal those of `removeWayIn`
 */
export async function removePhone(
  outer: Ctx,
  passwords: Pick<PasswordChecks, 'verify'>,
  password: string | undefined,
): Promise<void> {
  const { userId } = memberOf(outer.actor);
  await removeWayIn(outer, passwords, {
    password,
    letter: 'phone-removed',
    async remove({ db }) {
      const { numDeletedRows } = await db
        .deleteFrom('phones')
        .where('userId', '=', userId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  });
}
