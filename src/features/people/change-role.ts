import { hasShortPassword } from '#features/accounts/roles/has-short-password.ts';
import { setRole } from '#features/accounts/roles/set-role.ts';
import { passwordMinLengthFor } from '#features/accounts/rules.ts';
import { notify } from '#features/notifications/notify.ts';
import { kindsForAdministrators } from '#features/notifications/rules.ts';
import { withdrawNotices } from '#features/notifications/withdraw-notices.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Role } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { type changeRole as operation, peopleRefusals } from './contract.ts';
import { findPerson } from './find-person.ts';
import { lockAdministrators } from './lock-administrators.ts';
import { may } from './permissions.ts';
import { recordPersonAct } from './person/record-person-act.ts';

/**
 * Replaces every role of a person by one, in force with their next request. One administrator always remains, also
 * when two demote each other at once. A teacher's rights need an approved application beside the role; a person without
 * one is told to apply. What a former administrator was told as one, and has not read, is withdrawn. Idempotent.
 * A person with a password too short for an administrator has to choose a longer one first.
 * @throws Refusal noSession, notAllowed, notFound, lastAdmin, shortPassword
 */
export async function changeRole(
  outer: Ctx,
  { id, role, reason }: { id: string; role: Role; reason?: string | undefined },
  { passwordMinLength }: { passwordMinLength: number },
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'administer'));
  return inTransaction(outer, async (ctx) => {
    const person = await findPerson(ctx, id);
    await lockAdministrators(ctx, role === 'admin' ? null : id);
    const held = await ctx.db.selectFrom('userRoles').select('role').where('userId', '=', id).execute();
    if (held.length === 1 && held[0]?.role === role) return { id, role };

    if (role === 'admin' && (await hasShortPassword(ctx, id, passwordMinLength)))
      throw new Refusal(peopleRefusals.shortPassword, {
        min: passwordMinLengthFor({ role }, passwordMinLength),
      });
    await setRole(ctx, id, role);
    if (role !== 'admin') await withdrawNotices(ctx, { from: id, kinds: kindsForAdministrators });
    await recordPersonAct(ctx, person, {
      act: 'people.change-role',
      detail: { from: person.role, to: role },
      reason,
    });
    const needsApproval = role === 'teacher' && !(await isApproved(ctx, id));
    const kind = needsApproval ? 'people.made-teacher' : 'people.role-changed';
    await notify(ctx, { to: [id], kind, detail: { role }, link: homeOf[role] });
    return { id, role };
  });
}

/** Whether the person's application to teach was approved, also before they lost the role. */
async function isApproved({ db }: Ctx, userId: string): Promise<boolean> {
  const approved = await db
    .selectFrom('teacherProfiles')
    .select('userId')
    .where('userId', '=', userId)
    .where('verificationStatus', '=', 'approved')
    .executeTakeFirst();
  return approved !== undefined;
}

const homeOf: Record<Role, string> = { student: '/dashboard', teacher: '/teacher', admin: '/admin' };
